#include "core/picture/sentence_words.h"

#include <algorithm>
#include <cmath>

#include "core/document/written.h"
#include "core/picture/number_of.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

// Texts of a beat lie in the table under "sentence.<beat>.title" and ".sub".
std::string name(std::string_view beat, std::string_view part) {
  return "sentence." + std::string(beat) + "." + std::string(part);
}

int visible_count(const Trace& now, int head, int row) {
  int count = 0;
  for (int key = 0; key < now.m; ++key) count += now.visible(head, row, key) ? 1 : 0;
  return count;
}

}  // namespace

void say_title(SentencePicture& picture, const Session& session, const Trace& now,
               const RowValues& row, const BeamTime& time) {
  const Document& document = *session.document;
  const Stop& at = time.moment.at;
  const std::string word = token_text(document.query_words[static_cast<std::size_t>(row.row)]);
  std::vector<std::pair<std::string_view, std::string>> values = {
      {"word", word},
      {"d", std::to_string(now.d)},
      {"max", number_of(Quantity::Kind::row_max, static_cast<double>(row.row_max))},
      {"sum", format_number(static_cast<double>(row.row_sum))}};
  if (at.key >= 0 && at.key < now.m) {
    values.emplace_back("key", token_text(document.key_words[static_cast<std::size_t>(at.key)]));
    values.emplace_back("packet", picture.packet);
  }
  const bool recorded = at.beat == Beat::scale && !now.has_scores;
  const bool opens = at.beat == Beat::start && is_written(document);
  const bool weights = at.beat == Beat::softmax_divide || at.beat == Beat::all_weights;
  const bool broken = weights && !by_row_once(now.options.variant);
  const std::string_view key = recorded ? "recorded_scale"
                               : opens  ? "written"
                               : broken ? "softmax_broken"
                                        : beat_id(at.beat);
  picture.title = filled(text(name(key, "title")), values);
  picture.subtitle = filled(text(name(key, "sub")), values);
}

std::string sentence_note(const Session& session, const Trace& now, const RowValues& row,
                          const BeamTime& time) {
  const bool scored =
      std::any_of(time.appeared.begin(), time.appeared.end(), [](float a) { return a >= 1; });
  if (!scored) return {};
  const bool masked = now.has_scaled ? time.mask > 0 || now.m == 1 : time.divide > 0;
  if (masked) {
    const int visible = visible_count(now, session.slice.head, row.row);
    if (visible == 0) return std::string(text("sentence.note.nothing"));
    if (visible == 1 && by_row_once(now.options.variant))
      return std::string(text("sentence.note.only_one"));
  }
  const bool all_scored =
      std::all_of(time.appeared.begin(), time.appeared.end(), [](float a) { return a >= 1; });
  const bool flat =
      now.has_scores && !row.scores.empty() &&
      std::all_of(row.scores.begin(), row.scores.end(), [](float s) { return s == 0; });
  if (all_scored && flat && now.m > 1) return std::string(text("sentence.note.all_zero"));
  return {};
}

}  // namespace qkv
