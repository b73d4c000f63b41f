#include "core/picture/line_names.h"
#include "core/picture/panels/story_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

enum class Part { none, softmax, product, scale, mask, values, everything, queries, keys };

Part acting_part(const Stop& at) {
  switch (at.stage) {
    case Stage::start:
    case Stage::part:
      return Part::everything;
    case Stage::project:
      return at.beat == Beat::project_q   ? Part::queries
             : at.beat == Beat::project_k ? Part::keys
                                          : Part::values;
    case Stage::score:
      return Part::product;
    case Stage::scale:
      return Part::scale;
    case Stage::mask:
      return Part::mask;
    case Stage::softmax:
      return Part::softmax;
    case Stage::mix:
      return Part::values;
    case Stage::all:
    case Stage::after:
    case Stage::train:
      break;
  }
  switch (at.beat) {
    case Beat::all_scores:
      return Part::product;
    case Beat::all_masked:
      return Part::scale;
    case Beat::all_weights:
      return Part::softmax;
    default:
      return Part::everything;
  }
}

class Formula {
 public:
  explicit Formula(Part acting) : acting_(acting) {}
  void add(std::string text, Part part, int script = 0) {
    const bool lit = acting_ == part || acting_ == Part::everything;
    line_.push_back({std::move(text),
                     lit ? Role::plain : Role::dim,
                     lit && acting_ != Part::everything,
                     false,
                     script,
                     {}});
  }
  Line take() { return std::move(line_); }

 private:
  Part acting_;
  Line line_;
};

// What turns the embeddings X into queries, keys and values.
Line projection_line(Part acting) {
  Formula formula(acting);
  const auto add = [&](const char* name, Part part, const char* end) {
    formula.add(std::string(name) + " = X\u00b7W", part);
    formula.add(name, part, -1);
    formula.add(end, Part::none);
  };
  add("Q", Part::queries, "   ");
  add("K", Part::keys, "   ");
  add("V", Part::values, "");
  return formula.take();
}

// One gradient step.
Line learning_line() { return {plain("W \u2190 W \u2212 rate \u00b7 \u2202loss/\u2202W")}; }

}  // namespace

Line formula_line(const RowView& view) {
  const Part acting = projects_at_once(view) ? Part::everything : acting_part(view.at);
  if (view.at.stage == Stage::project) return projection_line(acting);
  if (view.at.stage == Stage::train) return learning_line();
  Formula formula(acting);
  const Variant& variant = view.trace.options.variant;
  const auto softmax = [&] {
    formula.add("softmax", Part::softmax);
    if (variant.columns)
      formula.add(text_by_lines(view.session, "story.crosses"), Part::softmax, -1);
    formula.add("(", Part::softmax);
  };
  softmax();
  if (variant.twice) softmax();
  formula.add("QK", Part::product);
  formula.add("T", Part::product, 1);
  const std::string scale = scale_text(view);
  if (!scale.empty() || acting == Part::scale || is_recorded(view.session)) {
    const bool custom = scale.starts_with("\u00d7");
    formula.add(custom ? " \u00b7 s" : " / \u221ad", Part::scale);
  }
  const std::string mask = variant.inverted ? "\u00acM" : "M";
  const bool masks = view.shape.hides || acting == Part::mask;
  if (masks && !variant.mask_after)
    formula.add((variant.zero_fill ? " \u2299 " : " + ") + mask, Part::mask);
  formula.add(variant.twice ? "))" : ")", Part::softmax);
  if (variant.mask_after) formula.add(" \u2299 " + mask, Part::mask);
  formula.add(variant.keys_as_values ? " \u00b7 K" : " \u00b7 V", Part::values);
  return formula.take();
}

}  // namespace qkv
