#pragma once
// What each command does. All throw InputError or UsageError and print nothing before they know
// that they can finish.

#include <optional>
#include <string>

#include "app/cli/options.h"

namespace qkv {

void list_lessons();

/// One of assets/help, by its file's stem; empty: which there are. In the language that
/// choose_language() finds.
void help(const std::string& page, const std::optional<std::string>& lang);

struct TraceCommand {
  CommonOptions common;
  bool json = false;
  std::optional<std::string> out;  ///< FILE.npz
};
void trace(const TraceCommand& command);

struct RenderCommand {
  CommonOptions common;
  std::string out;
  bool transparent = false, every_stop = false;
  std::optional<std::string> part;  ///< "scene", "story" or "table"
};
/// What -o takes, a line each.
std::string exporter_help();
void render(const RenderCommand& command);

struct CodeCommand {
  CommonOptions common;
  bool pytorch = false;
  std::string out;  ///< FILE.py, empty: stdout
};
void code(const CodeCommand& command);

void check(const std::string& input);

/// Opens the window; returns when it is closed.
int open_window(const CommonOptions& options);

}  // namespace qkv
