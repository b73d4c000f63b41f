// Edits of the options: mask, scale, temperature, softcap and the rules that are broken.

#include "core/session/edits.h"

#include <algorithm>
#include <cmath>

#include "core/session/mask_text.h"
#include "core/session/part_view.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kLeastTemperature = 0.01f, kMostTemperature = 1000.0f;

[[noreturn]] void refuse(std::string_view key) { throw InputError(std::string(text(key))); }

EditResult with_options(const Session& session, AttentionOptions options) {
  if (session.document->only_parts) refuse("notice.no_attention");
  if (is_recorded(session)) refuse("notice.recorded");
  return {{session.document, std::move(options)}, {}};
}

/// What rules and cells leave visible, as cells alone.
BoolCells cells_of(const Mask& mask, int n, int m) {
  BoolCells cells{mask.cells ? mask.cells->heads : 1, n, m, {}};
  const Mask alone{mask.rules, mask.align, mask.cells, nullptr};
  for (int head = 0; head < cells.heads; ++head)
    for (int row = 0; row < n; ++row)
      for (int key = 0; key < m; ++key)
        cells.visible.push_back(is_visible(alone, head, row, key, n, m) ? 1 : 0);
  return cells;
}

}  // namespace

EditResult edited(const Session& session, const action::SetMask& edit) {
  if (!fits(edit.mask, *session.document)) return {{session.document, session.options}, {}};
  AttentionOptions options = session.options;
  options.mask = edit.mask;
  return with_options(session, std::move(options));
}

namespace {

/// A switch that would change nothing of what is seen says so.
void refuse_at_part(const Session& session) {
  if (!shown_part(session).masks.empty()) refuse("notice.own_masks");
}

}  // namespace

EditResult edited(const Session& session, const action::ToggleCausal&) {
  refuse_at_part(session);
  AttentionOptions options = session.options;
  auto& rules = options.mask.rules;
  if (is_causal(options.mask)) {
    std::erase_if(rules, [](const MaskRule& rule) { return rule.name == "causal"; });
  } else {
    rules.insert(rules.begin(), MaskRule{"causal"});
  }
  return with_options(session, std::move(options));
}

EditResult edited(const Session& session, const action::SetScale& edit) {
  AttentionOptions options = session.options;
  if (edit.factor) {
    if (std::isfinite(*edit.factor)) options.scale = *edit.factor;
  } else if (edit.on != scale_on(options)) {
    const AttentionOptions& own = session.document->options;
    options.scale = !edit.on        ? std::optional<float>(1.0f)
                    : scale_on(own) ? own.scale
                                    : std::nullopt;
  }
  return with_options(session, std::move(options));
}

EditResult edited(const Session& session, const action::ToggleScale&) {
  refuse_at_part(session);
  return edited(session, action::SetScale{!scale_on(session.options), {}});
}

EditResult edited(const Session& session, const action::SetTemperature& edit) {
  AttentionOptions options = session.options;
  if (std::isfinite(edit.temperature))
    options.temperature = std::clamp(edit.temperature, kLeastTemperature, kMostTemperature);
  return with_options(session, std::move(options));
}

EditResult edited(const Session& session, const action::SetSoftcap& edit) {
  AttentionOptions options = session.options;
  if (std::isfinite(edit.cap)) options.softcap = std::max(0.0f, edit.cap);
  return with_options(session, std::move(options));
}

EditResult edited(const Session& session, const action::SetVariant& edit) {
  AttentionOptions options = session.options;
  options.variant = edit.variant;
  return with_options(session, std::move(options));
}

namespace {

EditResult with_cell(const Session& session, int row, int key, bool visible) {
  const Document& document = *session.document;
  const int n = document.n(), m = document.m();
  if (row < 0 || row >= n || key < 0 || key >= m) refuse("edit.no_word");
  AttentionOptions options = session.options;
  Mask& mask = options.mask;
  const auto cell = [&] { return cell_index(*mask.cells, session.slice.head, row, key); };
  const KeyRange by_rules = visible_keys(mask, row, n, m);
  const bool hidden_by_rule = key < by_rules.begin || key >= by_rules.end;
  std::string told;
  if (visible && hidden_by_rule) {
    // A rule has no exceptions: what it hid becomes cells, which may differ one by one.
    mask.cells = std::make_shared<const BoolCells>(cells_of(mask, n, m));
    mask.rules.clear();
    told = std::string(text("edit.rules_became_cells"));
  } else if (!visible && hidden_by_rule) {
    return {{session.document, session.options}, std::string(text("edit.hidden_already"))};
  }
  if (!mask.cells) {
    const auto count = static_cast<std::size_t>(n) * static_cast<std::size_t>(m);
    mask.cells =
        std::make_shared<const BoolCells>(BoolCells{1, n, m, std::vector<std::uint8_t>(count, 1)});
  }
  BoolCells cells = *mask.cells;
  cells.visible[cell()] = visible ? 1 : 0;
  const bool hides = std::count(cells.visible.begin(), cells.visible.end(), 0) > 0;
  // Cells that hide nothing are no mask.
  mask.cells = hides ? std::make_shared<const BoolCells>(std::move(cells)) : nullptr;
  if (visible && mask.bias) {
    FloatCells bias = *mask.bias;
    float& added = bias.added[cell_index(bias, session.slice.head, row, key)];
    if (added <= kHiddenBias) {
      added = 0;
      mask.bias = std::make_shared<const FloatCells>(std::move(bias));
    }
  }
  EditResult result = with_options(session, std::move(options));
  result.told = std::move(told);
  return result;
}

}  // namespace

EditResult edited(const Session& session, const action::HideCell& edit) {
  return with_cell(session, edit.row, edit.key, false);
}
EditResult edited(const Session& session, const action::ShowCell& edit) {
  return with_cell(session, edit.row, edit.key, true);
}

}  // namespace qkv
