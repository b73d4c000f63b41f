#pragma once
// The options that every command shares, as they were typed, and the session that they open.

#include <optional>
#include <string>
#include <vector>

#include "core/page/layout.h"
#include "core/session/session.h"

namespace qkv {

struct CommonOptions {
  std::string input;  ///< FILE or LESSON
  std::optional<std::string> word, stage, at, mask, causal_align, scale, softcap, sink, temperature,
      variant;
  std::optional<std::string> layer, head, batch, beside, theme, size, ui_scale, script, lang;
  bool verbose = false;
  bool from_desktop = false;  ///< nobody sees a terminal: the window tells what is wrong
};

/// Loads the document and applies the options, then `--do`; everything settled. `at_end`: with no
/// stage from options or file, and nothing to `--do`, the walk stands at its last stop instead of
/// the first.
/// Throws InputError (the file) or UsageError (an option's value).
Session start_session(const CommonOptions& options, TraceCache& traces, bool at_end);

/// In which language pictures and the window speak: --lang, else what was chosen in the window's
/// menu, else the system's. Without this the program speaks English. UsageError.
void choose_language(const std::optional<std::string>& lang);

/// --size and --ui-scale; UsageError.
PageSize page_size(const CommonOptions& options);

}  // namespace qkv
