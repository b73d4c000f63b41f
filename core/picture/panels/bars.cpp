#include <algorithm>
#include <cmath>

#include "core/picture/comparison.h"
#include "core/picture/panels/bars_prediction.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr int kMostComponents = 4;  // of z: one row, and the panel keeps its measures

enum class Shows { scores, scaled, masked, weights, output };

Shows shown_values(const Session& session, const Trace& trace) {
  switch (tab_of(session)) {
    case Tab::scores:
      return Shows::scores;
    case Tab::scaled:
      return Shows::scaled;
    case Tab::masked:
      return Shows::masked;
    case Tab::weights:
      break;
  }
  const Stop& at = session.playhead.at;
  const bool mixing =
      at.stage == Stage::mix || (at.stage == Stage::all && at.beat == Beat::all_output);
  return mixing && trace.has_output ? Shows::output : Shows::weights;
}

const char* title_key(Shows shows) {
  switch (shows) {
    case Shows::scores:
      return "bars.scores";
    case Shows::scaled:
      return "bars.scaled";
    case Shows::masked:
      return "bars.masked";
    case Shows::weights:
      return "bars.weights";
    case Shows::output:
      return "bars.output";
  }
  return "bars.weights";
}

struct Values {
  std::vector<float> numbers;  ///< m; empty where the trace has none
  Quantity::Kind kind = Quantity::Kind::score;
  int decimals = 2;
};

Values values_of(const RowView& view, Shows shows) {
  switch (shows) {
    case Shows::scores:
      return {view.values.scores, Quantity::Kind::score, decimals_for(view.values.scores, 2)};
    case Shows::scaled:
      return {view.values.scaled, Quantity::Kind::scaled, 2};
    case Shows::masked:
      return {view.values.masked, Quantity::Kind::masked, 2};
    case Shows::weights:
      return {view.values.weights, Quantity::Kind::weight, 3};
    case Shows::output:
      return {view.values.weights, Quantity::Kind::weight, 1};
  }
  return {};
}

bool is_there(const RowView& view, Shows shows, int key) {
  switch (shows) {
    case Shows::scores:
      return view.scored(key);
    case Shows::scaled:
      return view.amount(Stage::scale, Beat::scale) > 0;
    case Shows::masked:
      return view.amount(Stage::mask, Beat::mask) > 0;
    case Shows::weights:
      return view.amount(Stage::softmax, Beat::softmax_divide) > 0;
    case Shows::output:
      return view.amount(Stage::mix, Beat::mix_key, key) > 0 ||
             view.amount(Stage::mix, Beat::mix_z) > 0;
  }
  return false;
}

// How much of its length a bar has while its stop happens.
float grown(const RowView& view, Shows shows, int key) {
  switch (shows) {
    case Shows::scores:
      return view.amount(Stage::score, Beat::score_key, key);
    case Shows::weights:
      return view.amount(Stage::softmax, Beat::softmax_divide);
    case Shows::output:
      return std::max(view.amount(Stage::mix, Beat::mix_key, key),
                      view.amount(Stage::mix, Beat::mix_z));
    default:
      return 1;
  }
}

BarsPicture::Bar bar_of(const RowView& view, Shows shows, const Values& values, float limit,
                        int key) {
  const float value = values.numbers[static_cast<std::size_t>(key)];
  BarsPicture::Bar bar;
  bar.word = key_word(view.session, key);
  bar.role = Role::key;
  bar.shown = is_there(view, shows, key);
  bar.hidden = shows != Shows::scores && shows != Shows::scaled && view.hides_key(key);
  bar.signed_bar = limit > 0 && shows != Shows::weights && shows != Shows::output;
  bar.quantity = view.quantity(values.kind, key);
  bar.share = std::isfinite(value) && bar.shown ? value / limit * grown(view, shows, key) : 0.0f;
  if (!bar.shown) return bar;
  if (shows == Shows::output) {
    bar.number = format_fixed(100.0 * static_cast<double>(value), values.decimals) + " %";
  } else {
    bar.number = format_fixed(static_cast<double>(value), values.decimals);
  }
  return bar;
}

// z, or how far the sum has come: every finished piece whole, the running one in part.
void say_output(BarsPicture& picture, const RowView& view) {
  if (!view.trace.has_output || view.values.output.empty()) return;
  const bool whole = view.amount(Stage::mix, Beat::mix_z) > 0;
  std::vector<float> z = view.values.output;
  bool any = whole;
  if (!whole) {
    std::vector<float> shares;
    for (int key = 0; key < view.keys(); ++key) {
      shares.push_back(view.amount(Stage::mix, Beat::mix_key, key));
      any = any || shares.back() > 0;
    }
    z = mixed_so_far(view.document(), view.trace.options, view.head(), view.values.weights, shares);
  }
  if (!any) return;
  picture.vector_quantity = view.quantity(Quantity::Kind::output);
  Span name{"z", Role::output, true, true, 0, picture.vector_quantity};
  Span numbers{format_vector(z.data(), static_cast<int>(z.size()), 3, kMostComponents),
               Role::plain,
               whole,
               true,
               0,
               picture.vector_quantity};
  picture.vector = {name, Span{" = ", Role::dim, false, true, 0, {}}, numbers};
  if (!whole) {
    picture.vector.push_back(
        {" " + std::string(text("bars.so_far")), Role::dim, false, false, 0, {}});
  }
}

Tab tab_of_values(Shows shows) {
  switch (shows) {
    case Shows::scores:
      return Tab::scores;
    case Shows::scaled:
      return Tab::scaled;
    case Shows::masked:
      return Tab::masked;
    default:
      return Tab::weights;
  }
}

/// Compared: how long each bar was in A.
void add_others(BarsPicture& picture, const RowView& view, Shows shows) {
  const Comparison comparison(view.session);
  if (!comparison) return;
  for (std::size_t key = 0; key < picture.bars.size(); ++key) {
    BarsPicture::Bar& bar = picture.bars[key];
    const std::optional<float> a =
        comparison.in_a(tab_of_values(shows), view.row(), static_cast<int>(key));
    bar.has_other = bar.shown && a && std::isfinite(*a);
    if (bar.has_other) bar.other = *a / picture.limit;
  }
}

}  // namespace

BarsPicture paint_bars(const Session& session, const Trace& now, const Trace* before) {
  const RowView view = row_view(session, now, before);
  if (session.prediction && session.prediction->row == session.row) return predicted_bars(view);
  const Shows shows = shown_values(session, now);
  const Values values = values_of(view, shows);
  BarsPicture picture;
  picture.title = filled(text(title_key(shows)), {{"word", query_word(session, session.row)}});
  picture.output = shows == Shows::output;
  picture.weights = shows == Shows::weights || shows == Shows::output;
  picture.percent = shows == Shows::output;
  picture.diverging = !picture.weights && overview_of(now).any_negative;
  const float limit = picture.weights ? 1.0f : score_limit(session, now);
  for (int key = 0; key < static_cast<int>(values.numbers.size()); ++key) {
    picture.bars.push_back(bar_of(view, shows, values, limit, key));
    picture.values.push_back(values.numbers[static_cast<std::size_t>(key)]);
  }
  picture.limit = limit;
  say_output(picture, view);
  add_others(picture, view, shows);
  return picture;
}

}  // namespace qkv
