// qkv render: whatever the table of exporters can write.

#include <cmath>
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/platform/interrupt.h"
#include "app/platform/system_fonts.h"
#include "app/render/headless.h"
#include "core/document/document_texts.h"
#include "core/files/write_file.h"
#include "core/share/exporter.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

const Exporter& exporter_of(const RenderCommand& command) {
  if (command.out.empty()) throw UsageError("render: name the file with -o, such as -o OUT.png");
  const Exporter* row = exporter_for(command.out);
  if (row == nullptr && command.out.starts_with("/dev/")) row = exporter_for("x.png");
  if (row == nullptr)
    throw UsageError("-o: \"" + command.out +
                     "\": its ending says no kind of file; choose one of " + exporter_suffixes());
  const std::string suffix(row->suffix);
  if (!row->missing.empty())
    throw InputError(command.out + ": this program was built without " + std::string(row->missing) +
                     ", which " + suffix + " needs; choose another ending, or build it anew");
  if (command.transparent && !row->transparent)
    throw UsageError("--transparent: " + suffix + " has no ground to leave out");
  if (command.every_stop && row->extent != Extent::stops)
    throw UsageError("--all-stops: " + suffix + " holds " +
                     (row->extent == Extent::walk ? "the whole walk already" : "one moment only"));
  return *row;
}

std::optional<PanelId> part_of(const RenderCommand& command, const Exporter& exporter) {
  if (!command.part) return {};
  constexpr std::pair<const char*, PanelId> kParts[] = {
      {"scene", PanelId::scene}, {"story", PanelId::story}, {"table", PanelId::table}};
  if (!exporter.transparent || command.every_stop)
    throw UsageError("--part: only a picture of one moment has parts");
  for (const auto& [name, part] : kParts)
    if (*command.part == name) return part;
  throw UsageError("--part: \"" + *command.part + "\": choose scene, story or table");
}

/// How far long work is, on a terminal; wiped off when it is done or given up.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what)
      : what_(std::move(what)), shows_(errors_go_to_a_terminal()) {}
  ~ProgressLine() {
    if (shown_ >= 0) std::fprintf(stderr, "\r%*s\r", static_cast<int>(what_.size()) + 7, "");
  }
  void show(float done) {
    const auto percent = static_cast<int>(std::floor(done * 100));
    if (!shows_ || percent == shown_ || percent >= 100) return;
    shown_ = percent;
    std::fprintf(stderr, "\r%s %3d %%", what_.c_str(), percent);
    std::fflush(stderr);
  }

 private:
  std::string what_;
  bool shows_;
  int shown_ = -1;
};

}  // namespace

std::string exporter_help() {
  std::string help = "What can be written:";
  for (const Exporter& row : exporters())
    help += "\n  " + std::string(row.suffix) + std::string(7 - row.suffix.size(), ' ') +
            std::string(text("share." + std::string(row.id) + "_help")) +
            (row.missing.empty() ? "" : " (not in this build)");
  return help;
}

void render(const RenderCommand& command) {
  const Exporter& exporter = exporter_of(command);
  ExportSource source;
  source.size = page_size(command.common);
  source.part = part_of(command, exporter);
  choose_language(command.common.lang);
  source.session = start_session(command.common, *source.traces, true);
  const Document& document = *source.session.document;
  SystemFonts().supply(texts_of(document));
  const bool unshaped = has_right_to_left(words_of(document));
  source.transparent = command.transparent;
  source.every_stop = command.every_stop;
  std::unique_ptr<HeadlessRenderer> renderer;
  source.draw = [&](const Page& page) {
    if (!renderer) renderer = std::make_unique<HeadlessRenderer>();
    return renderer->pixels(page);
  };
  require_writable(command.out);
  const InterruptWatch interrupt;
  ProgressLine line(command.out);
  const std::string bytes = export_bytes(exporter, std::move(source), [&](float done) {
    if (interrupt.asked()) throw InputError(command.out + ": given up; nothing was written");
    line.show(done);
  });
  write_file(command.out, bytes);
  if (unshaped) complain(std::string(text_in("en", "file.right_to_left")));
  if (command.common.verbose)
    complain(renderer ? "drawn with " + renderer->how() : "written without drawing");
}

}  // namespace qkv
