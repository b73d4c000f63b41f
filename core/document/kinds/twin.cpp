// [twin]: one sentence with two endings, and to whom one of its words listens under each.

#include <cmath>
#include <iterator>

#include "core/document/kinds/kind_parts.h"
#include "core/document/kinds/kinds.h"

namespace qkv {

void read_twin(const QkvReader& in, const toml::table& own, Document& document) {
  in.only(own, {"words", "shares", "listener"}, " in [twin]");
  need_knobs(in, own, document, {"ending"});
  int endings = 0;
  for (const Knob& knob : document.knobs)
    if (knob.name == "ending") endings = static_cast<int>(knob.choices.size());
  if (endings != 2)
    in.fail(own, "the knob ending has no two choices", "give choices = [\"big\", \"small\"]");
  const Tensor shares = give_tensor(in, own, "shares", endings, 0, document);
  give_whole(in, own, "listener", 1, shares.columns, document);
  const toml::node* const words = own.get("words");
  if (words == nullptr) in.fail(own, "words are missing", "give the sentence up to its ending");
  document.pieces->words = in.strings(*words, "words");
  if (std::ssize(document.pieces->words) + 1 != shares.columns)
    in.fail(*words,
            "words: are " + std::to_string(document.pieces->words.size()) +
                ", a row of shares has " + std::to_string(shares.columns) + " numbers",
            "give one word fewer than a row has numbers: its last is the ending's");
  for (int r = 0; r < shares.rows; ++r) {
    double sum = 0;
    for (const float share : shares.view().row(0, r)) {
      if (!(share >= 0)) in.fail(*own.get("shares"), "shares: one is below 0", "give 0 or more");
      sum += static_cast<double>(share);
    }
    if (std::abs(sum - 1) > 1e-3)
      in.fail(*own.get("shares"), "shares: row " + std::to_string(r + 1) + " does not add up to 1",
              "share out one unit in each row");
  }
}

PieceMap compute_twin(const Document& document, const KnobView& knobs) {
  const Tensor& shares = document.pieces->given.at("shares");
  const auto ending = static_cast<int>(knobs.value("ending"));
  PieceMap pieces;
  pieces["both"] = shares;
  const auto now = shares.view().row(0, ending), other = shares.view().row(0, 1 - ending);
  pieces["now"] = {1, 1, shares.columns, {now.begin(), now.end()}};
  pieces["other"] = {1, 1, shares.columns, {other.begin(), other.end()}};
  return pieces;
}

PartShows twin_shown(const Document& document, const KnobView& knobs, std::string_view) {
  PartShows shows;
  shows.words = document.pieces->words;
  const auto ending = static_cast<std::size_t>(knobs.value("ending"));
  for (const Knob& knob : document.knobs)
    if (knob.name == "ending") shows.words.push_back(knob.choices.at(ending));
  shows.listener = static_cast<int>(std::lround(given_number(document, "listener"))) - 1;
  return shows;
}

}  // namespace qkv
