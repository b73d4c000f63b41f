#include "core/picture/panels/bars_prediction.h"

#include <cmath>

#include "core/picture/line_names.h"
#include "core/picture/number_of.h"
#include "core/session/predict.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Of = Prediction::Of;

std::string title_of(const RowView& view, const Prediction& asked) {
  if (asked.revealed) return std::string(text("predict.seen"));
  const bool one = asked.key >= 0, weights = asked.of == Of::weights;
  return filled(text(weights ? one ? "predict.weight" : "predict.weights"
                     : one   ? "predict.score"
                             : "predict.scores"),
                {{"word", query_word(view.session, view.row())},
                 {"key", one ? key_word(view.session, asked.key) : std::string()}});
}

std::string note_of(const RowView& view, const std::vector<float>& truth) {
  const Prediction& asked = *view.session.prediction;
  const bool weights = asked.of == Of::weights;
  if (asked.revealed) {
    const std::string distance = format_number(distance_of(asked, truth), weights ? 3 : 2);
    return filled(text(asked.key >= 0 ? "predict.off_one"
                       : weights      ? "predict.off"
                                      : "predict.off_scores"),
                  {{"distance", distance}});
  }
  double sum = 0;
  for (const float guess : asked.guess) sum += static_cast<double>(guess);
  if (!weights || asked.key >= 0 || sum == 0) return std::string(text("predict.how"));
  std::vector<std::pair<std::string_view, std::string>> values = line_names(view.session);
  values.emplace_back("sum", format_number(sum, 2));
  return filled(text("predict.sum"), values);
}

void add_buttons(BarsPicture& picture, const Prediction& asked) {
  const auto add = [&](const char* key, Action action, bool strong) {
    picture.buttons.push_back({std::string(text(key)), {}, std::move(action), strong});
  };
  if (!asked.revealed) {
    add("predict.reveal", action::Reveal{}, true);
    add("predict.stop", action::Predict{}, false);
  } else {
    add("predict.done", action::Predict{}, true);
    add("predict.again", action::Predict{asked.of, asked.row, asked.key}, false);
  }
}

}  // namespace

BarsPicture predicted_bars(const RowView& view) {
  const Prediction& asked = *view.session.prediction;
  const bool weights = asked.of == Of::weights;
  const std::vector<float>& truth = weights ? view.values.weights : view.values.scores;
  const Quantity::Kind kind = weights ? Quantity::Kind::weight : Quantity::Kind::score;
  BarsPicture picture;
  picture.title = title_of(view, asked);
  picture.guesses = !asked.revealed;
  picture.weights = weights;
  picture.diverging = !weights;
  picture.limit = weights ? 1.0f : score_limit(view.session, view.trace);
  for (std::size_t key = 0; key < truth.size() && key < asked.guess.size(); ++key) {
    if (!asked.asks_for(static_cast<int>(key))) continue;
    const float guess = asked.guess[key];
    BarsPicture::Bar bar;
    bar.word = key_word(view.session, static_cast<int>(key));
    bar.role = Role::key;
    bar.hidden = weights && view.hides_key(static_cast<int>(key));
    bar.signed_bar = !weights;
    bar.quantity = view.quantity(kind, static_cast<int>(key));
    bar.share = guess / picture.limit;
    bar.number = number_of(kind, static_cast<double>(guess));
    if (asked.revealed) {
      bar.has_other = true;
      bar.other = bar.share;
      bar.other_number = bar.number;
      bar.share = std::isfinite(truth[key]) ? truth[key] / picture.limit : 0;
      bar.number = number_of(kind, static_cast<double>(truth[key]));
    }
    picture.bars.push_back(std::move(bar));
    picture.values.push_back(asked.revealed ? truth[key] : guess);
  }
  picture.note = note_of(view, truth);
  add_buttons(picture, asked);
  return picture;
}

}  // namespace qkv
