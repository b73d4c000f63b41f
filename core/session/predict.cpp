#include "core/session/predict.h"

#include <algorithm>
#include <cmath>

#include "core/document/edit_vectors.h"
#include "core/session/action_reader.h"
#include "core/session/change.h"
#include "core/session/notices.h"
#include "core/session/walk.h"
#include "core/session/words.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;
using Of = Prediction::Of;

/// The stop before the first of the numbers, and the one that shows them all.
Stop stop_before(const WalkShape& shape, Of of) {
  const Stop before = of == Of::weights
                          ? nearest_stop(shape, {Stage::mask, Beat::mask, -1})
                          : nearest_stop(shape, {Stage::score, Beat::score_plane, -1});
  return has_data(shape, before) ? before : Stop{};
}
Stop stop_after(const WalkShape& shape, Of of) {
  if (of == Of::weights) return nearest_stop(shape, {Stage::softmax, Beat::softmax_divide, -1});
  return nearest_stop(shape, {Stage::score, Beat::score_rest, shape.keys});
}

bool there(const Trace& trace, Of of) {
  return of == Of::weights ? trace.has_weights : trace.has_scores;
}

}  // namespace

bool is_secret(const Session& session, const Quantity& quantity) {
  if (!session.prediction || session.prediction->revealed) return false;
  const Prediction& asked = *session.prediction;
  if (quantity.row != asked.row) return false;
  switch (quantity.kind) {
    case Kind::score:
    case Kind::scaled:
    case Kind::masked:
    case Kind::row_max:
      return asked.of == Of::scores;
    case Kind::exp:
    case Kind::row_sum:
    case Kind::weight:
    case Kind::weighted_value:
    case Kind::output:
      return true;
    default:
      return false;
  }
}

void predict(Session& session, const Trace& trace, const action::Predict& wanted) {
  const Document& document = *session.document;
  if (wanted.row < 0) return;
  if (!there(trace, wanted.of) || document.n() == 0) {
    session.notice = notice::nothing_to_predict();
    return;
  }
  if (!at_rest(session.playhead)) arrive(session.playhead);
  session.row = std::clamp(wanted.row, 0, document.n() - 1);
  session.blends.clear();
  const WalkShape shape = walk_shape(session, trace, session.row);
  session.playhead = rest_at(stop_before(shape, wanted.of));
  // The row as it was seen before is not shown either.
  if (static_cast<std::size_t>(session.row) < session.reached.size())
    session.reached[static_cast<std::size_t>(session.row)] = session.playhead.at;
  session.held_tab.reset();
  Prediction prediction;
  prediction.of = wanted.of;
  prediction.row = session.row;
  prediction.key = std::clamp(wanted.key, -1, document.m() - 1);
  prediction.guess.assign(static_cast<std::size_t>(document.m()), 0.0f);
  session.prediction = std::move(prediction);
}

void guess(Session& session, const action::Guess& made) {
  if (!session.prediction || session.prediction->revealed || !std::isfinite(made.value)) return;
  Prediction& own = *session.prediction;
  const auto i = static_cast<std::size_t>(made.key);
  if (made.key < 0 || i >= own.guess.size() || !own.asks_for(made.key)) return;
  own.guess[i] = own.of == Of::weights ? std::clamp(made.value, 0.0f, 1.0f)
                                       : std::clamp(made.value, -kLargestNumber, kLargestNumber);
  own.guess[i] += 0.0f;  // no minus zero
}

void reveal(Session& session, const Trace& trace) {
  if (!session.prediction) return;
  session.prediction->revealed = true;
  const WalkShape shape = walk_shape(session, trace, session.row);
  const Stop after = stop_after(shape, session.prediction->of);
  if (has_data(shape, after)) session.playhead = rest_at(after);
}

double distance_of(const Prediction& prediction, std::span<const float> truth) {
  double sum = 0;
  int count = 0;
  for (std::size_t key = 0; key < prediction.guess.size() && key < truth.size(); ++key) {
    if (!prediction.asks_for(static_cast<int>(key))) continue;
    sum += std::abs(static_cast<double>(prediction.guess[key]) - static_cast<double>(truth[key]));
    ++count;
  }
  if (count <= 1) return sum;
  return prediction.of == Of::weights ? sum / 2 : sum / count;
}

Action parse_predict(const ActionReader& reader) {
  const auto pieces = reader.pieces();
  if (pieces.size() == 1 && pieces[0] == "off") return action::Predict{};
  const bool known = !pieces.empty() && (pieces[0] == "weights" || pieces[0] == "scores");
  if (!known || pieces.size() < 2 || pieces.size() > 3)
    reader.refuse(
        "name what is predicted, as in \"predict weights its\" or \"predict scores its cat\", or "
        "off");
  action::Predict predict;
  predict.of = pieces[0] == "weights" ? Of::weights : Of::scores;
  predict.row = word_argument(reader.session.document->query_words, pieces[1]);
  if (pieces.size() == 3)
    predict.key = word_argument(reader.session.document->key_words, pieces[2]);
  return predict;
}

Action parse_guess(const ActionReader& reader) {
  const auto pieces = reader.pieces(2, "KEY NUMBER, as in \"guess cat 0.8\"");
  return action::Guess{word_argument(reader.session.document->key_words, pieces[0]),
                       reader.number(pieces[1])};
}

std::string predict_arguments(const action::Predict& predict, const Session& session) {
  if (predict.row < 0) return "off";
  std::string text = predict.of == Of::weights ? "weights " : "scores ";
  text += word_text(session.document->query_words, predict.row);
  if (predict.key >= 0) text += " " + word_text(session.document->key_words, predict.key);
  return text;
}

}  // namespace qkv
