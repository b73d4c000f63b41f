// The script of this state as a panel shows it: the lines of the running stage lit, long arrays
// shortened. What is copied or saved is whole.

#include "core/code/shown_code.h"
#include "core/picture/panels.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr std::size_t kMostData = 21;         // rows of data that are shown whole
constexpr std::size_t kFirst = 3, kLast = 1;  // of a longer array

bool begins_array(const CodeLine& line) { return line.text.front() != ' '; }

// Each array keeps its first rows and its last one.
std::vector<CodeLine> shortened(const std::vector<CodeLine>& lines) {
  std::vector<CodeLine> shown;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i + 1;
    while (lines[i].row && end < lines.size() && lines[end].row && !begins_array(lines[end])) ++end;
    const std::size_t rows = end - i;
    for (std::size_t row = 0; row < rows; ++row) {
      if (rows > kFirst + kLast + 1 && row == kFirst) {
        const std::size_t indent = lines[i + 1].text.find_first_not_of(' ');
        shown.push_back(
            {std::string(indent, ' ') + "\u2026",
             filled(text("code.more_rows"), {{"count", std::to_string(rows - kFirst - kLast)}}),
             lines[i].stage, true});
        row = rows - kLast;
      }
      shown.push_back(lines[i + row]);
    }
    i = end;
  }
  return shown;
}

// In a hall the numbers stand in the scene already: what computes fills the panel.
std::vector<CodeLine> without_data(const std::vector<CodeLine>& lines, const Document& document) {
  std::vector<CodeLine> shown;
  for (const CodeLine& line : lines) {
    const bool import = line.text.starts_with("import");
    if (line.stage == Stage::start && !import) continue;
    if (line.stage == Stage::all) break;
    shown.push_back(line);
    if (import)
      shown.push_back({{},
                       filled(text("code.data"), {{"n", std::to_string(document.n())},
                                                  {"d", std::to_string(document.queries.columns)}}),
                       Stage::start});
  }
  return shown;
}

}  // namespace

Stage running_stage(const Stop& at) {
  switch (at.beat) {
    case Beat::all_scores:
      return Stage::score;
    case Beat::all_masked:
      return Stage::mask;
    case Beat::all_weights:
      return Stage::softmax;
    case Beat::all_output:
      return Stage::mix;
    default:
      return at.stage;
  }
}

CodePicture paint_code(const Session& session, const Trace& now) {
  CodePicture picture;
  picture.language =
      session.layout.code == CodePanel::pytorch ? Language::pytorch : Language::numpy;
  picture.over_chain = session.layout.code_on_top;
  picture.reason = no_code_reason(*session.document, picture.language);
  if (!picture.reason.empty()) return picture;
  std::vector<CodeLine> lines = shown_code(session, now, picture.language);
  std::size_t data = 0;
  for (const CodeLine& line : lines) data += line.row ? 1 : 0;
  if (session.layout.present)
    lines = without_data(lines, *session.document);
  else if (data > kMostData)
    lines = shortened(lines);
  const Stage running = running_stage(session.playhead.at);
  for (CodeLine& line : lines) {
    // The script keeps its arrays as they are: a row for each query.
    if (session.layout.queries_as_columns && line.text.starts_with("scores = "))
      line.comment += "; " + std::string(text("lines.code"));
    const bool wrong = line.comment.starts_with("WRONG");
    const bool lit = line.stage == running && !line.text.empty();
    picture.lines.push_back({std::move(line.text), std::move(line.comment), lit, wrong, line.row});
  }
  return picture;
}

}  // namespace qkv
