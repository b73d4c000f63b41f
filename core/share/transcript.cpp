#include "core/share/transcript.h"

#include <algorithm>

#include "core/page/lesson_scene.h"
#include "core/picture/picture.h"
#include "core/session/part_view.h"
#include "core/share/walk.h"
#include "core/share/writers.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr std::size_t kMostColumns = 24;  // of a table that somebody reads
constexpr std::string_view kNotYet = "\u00b7", kHidden = "\u2212\u221e";

std::size_t width_of(std::string_view words) {
  return static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

using Rows = std::vector<std::vector<std::string>>;

// Columns under each other: the first to the left, numbers to the right.
std::string grid(const Rows& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], width_of(row[i]));
    }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string air(widths[i] - width_of(row[i]), ' ');
      line += (i > 0 ? "  " : "") + (i == 0 ? row[i] + air : air + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string paragraph(const std::string& text) { return text.empty() ? "" : text + "\n\n"; }

std::string paragraphs(const std::vector<Line>& lines) {
  std::string text;
  for (const Line& line : lines) text += paragraph(plain_line(line));
  return text;
}

std::string lines_of(const std::vector<Line>& lines) {
  std::string text;
  for (const Line& line : lines) text += plain_line(line) + "\n";
  return paragraph(text.empty() ? "" : text.substr(0, text.size() - 1));
}

std::string story_rows(const StoryPicture& story) {
  if (story.rows.empty()) return "";
  Rows rows{story.headers};
  for (const StoryRow& row : story.rows) {
    rows.emplace_back();
    for (const StoryCell& cell : row.cells)
      rows.back().emplace_back(cell.shown ? cell.text : std::string(kNotYet));
  }
  return grid(rows) + "\n";
}

std::string question_text(const QuestionPicture& question) {
  std::string text;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    const auto& option = question.options[i];
    text += std::to_string(i + 1) + ". " + option.text + (option.right ? "  \u2713" : "") + "\n";
  }
  return paragraph(text) + paragraph(question.verdict.empty() ? question.prompt : question.verdict);
}

std::string number_in(const TablePicture& table, const TablePicture::Cell& cell) {
  if (cell.fill < 0.5f && cell.hidden < 0.5f) return std::string(kNotYet);
  const auto value = static_cast<double>(cell.value);
  if (table.tab == Tab::weights)
    return cell.hidden > 0.5f ? format_number(value) : format_fixed(value, 3);
  return cell.hidden > 0.5f ? std::string(kHidden) : format_number(value);
}

std::string_view name_of(Tab tab) {
  constexpr std::string_view kKeys[] = {"table.scores", "table.scaled", "table.masked",
                                        "table.weights"};
  return text(kKeys[static_cast<std::size_t>(tab)]);
}

/// As it stands: a line for each query, or for each key.
std::string table_text(const TablePicture& table) {
  if (table.rows == 0 || table.columns == 0) return "";
  const bool turned = table.turn >= 0.5f;
  const std::vector<std::string>& down = turned ? table.key_words : table.query_words;
  const std::vector<std::string>& across = turned ? table.query_words : table.key_words;
  const std::string title =
      filled(text("share.table"), {{"table", std::string(name_of(table.tab))},
                                   {"rows", turned ? table.columns_name : table.rows_name},
                                   {"columns", turned ? table.rows_name : table.columns_name}});
  if (static_cast<std::size_t>(std::max(table.rows, table.columns)) > kMostColumns)
    return paragraph(title + " " +
                     filled(text("share.too_wide"), {{"rows", std::to_string(down.size())},
                                                     {"columns", std::to_string(across.size())}}));
  Rows rows(1);
  rows[0].emplace_back();
  rows[0].insert(rows[0].end(), across.begin(), across.end());
  for (int r = 0; r < static_cast<int>(down.size()); ++r) {
    rows.push_back({down[static_cast<std::size_t>(r)]});
    for (int c = 0; c < static_cast<int>(across.size()); ++c)
      rows.back().push_back(number_in(table, turned ? table.cell(c, r) : table.cell(r, c)));
  }
  return title + "\n" + grid(rows) + "\n";
}

std::string side_text(const SideTable& side) {
  Rows rows{side.headers};
  for (const SideTable::Row& row : side.rows) {
    rows.push_back(row.cells);
    rows.back().resize(std::max(rows.back().size(), side.headers.size()));
    for (std::string& cell : rows.back())
      if (cell.empty()) cell = kNotYet;
  }
  std::string text = paragraph(side.title).substr(0, side.title.size() + 1) + grid(rows) + "\n";
  for (const std::string& note : side.notes) text += paragraph(note);
  return text;
}

std::string bars_text(const BarsPicture& bars) {
  Rows rows;
  for (const BarsPicture::Bar& bar : bars.bars)
    if (bar.shown) rows.push_back({bar.word, bar.number});
  if (rows.empty() || rows.size() > kMostColumns) return "";
  const std::string vector = plain_line(bars.vector);
  return bars.title + "\n" + grid(rows) + (vector.empty() ? "" : vector + "\n") + "\n";
}

/// Addresses of what the texts name to read on: a page can be clicked for, a transcript cannot.
std::string addresses_in(const std::string& told) {
  std::string lines;
  for (const char* const name : {"attention", "illustrated", "one_call", "module"}) {
    const std::string key = "reading." + std::string(name);
    const std::string_view title = text(key + ".title");
    if (told.find(title) == told.npos) continue;
    lines += std::string(title) + ": " + std::string(text(key + ".address")) + "\n";
  }
  return lines.empty() ? "" : lines + "\n";
}

std::string scene_text(const Session& session, const Picture& picture) {
  std::string title, subtitle;
  if (picture.scene == Scene::landscape) {
    title = picture.landscape.title;
    subtitle = picture.landscape.subtitle;
  } else if (picture.scene == Scene::sentence) {
    title = picture.sentence.title;
    subtitle = picture.sentence.subtitle;
  } else if (const LessonScene* own = lesson_scene(session)) {
    title = own->title(session);
    subtitle = own->subtitle(session);
  }
  if (title.empty()) return "";
  return paragraph(filled(text("share.scene"), {{"scene", title}}) +
                   (subtitle.empty() ? "" : " " + subtitle));
}

}  // namespace

std::string plain_line(const Line& line) {
  std::string words;
  for (const Span& span : line) {
    if (span.script > 0) {
      words += span.text == "T" ? "\u1d40" : "^" + span.text;
    } else {
      words += (span.script < 0 ? "_" : "") + span.text;
    }
  }
  words.erase(words.find_last_not_of(" \n") + 1);
  return words;
}

std::string setting_text(const Session& session, const ToolbarPicture& toolbar) {
  const auto& words = session.document->query_words;
  if (!toolbar.has_tools || words.empty()) return "";
  return filled(
      text(toolbar.scale_on ? "share.setting" : "share.setting_unscaled"),
      {{"word", words[static_cast<std::size_t>(shown_row(session))]}, {"mask", toolbar.mask_text}});
}

std::string transcript_head(const Session& session, const Trace& trace) {
  const ToolbarPicture toolbar = paint_toolbar(session, trace);
  return paragraph(toolbar.title) + paragraph(toolbar.provenance) +
         paragraph(setting_text(session, toolbar));
}

std::string transcript_of(const Session& session, TraceCache& traces) {
  const Picture picture = paint(session, traces.now(session), traces.before(session));
  const StoryPicture& story = picture.story;
  const bool asks = story.question.of > 0;
  std::string head = filled(text(asks ? "share.question" : "share.step"),
                            {{"step", std::to_string(asks ? story.question.number : story.step)},
                             {"of", std::to_string(asks ? story.question.of : story.of)}});
  const bool named = !asks && !story.stage.empty();
  if (named) head += " \u00b7 " + story.stage;
  // A title that says no more than the stage is not said twice.
  const bool twice = named && story.stage == story.title;
  std::string text = head + "\n" + (twice ? "\n" : paragraph(story.title)) +
                     paragraphs(story.text) + addresses_in(paragraphs(story.text)) +
                     paragraph(plain_line(story.formula)) + lines_of(story.sums);
  if (asks) text += question_text(story.question);
  text += story_rows(story) + lines_of(story.notes) + scene_text(session, picture);
  if (const LessonScene* own = side_scene(session)) return text + side_text(own->side(session));
  if (no_right_side(session)) return text;
  return text + table_text(picture.table) + bars_text(picture.bars);
}

std::string write_transcript(ExportSource& source) {
  TraceCache& traces = *source.traces;
  const std::vector<Session> stops =
      source.every_stop ? stops_until(source.session, traces) : std::vector{source.session};
  const auto setting_at = [&](const Session& stop) {
    return paragraph(setting_text(stop, paint_toolbar(stop, traces.now(stop))));
  };
  std::string text = transcript_head(stops.front(), traces.now(stops.front()));
  std::string setting = setting_at(stops.front());
  for (const Session& stop : stops) {
    // A part may be about another word under another mask than the walk.
    if (std::string here = setting_at(stop); here != setting) text += setting = std::move(here);
    text += transcript_of(stop, traces) + (&stop == &stops.back() ? "" : "* * *\n\n");
  }
  text.erase(text.find_last_not_of('\n') + 1);
  return text + "\n";
}

}  // namespace qkv
