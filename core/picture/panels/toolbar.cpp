#include <iterator>
#include <string>

#include "core/document/edit_vectors.h"
#include "core/document/edit_words.h"
#include "core/document/in_language.h"
#include "core/document/written.h"
#include "core/picture/line_names.h"
#include "core/picture/panels/row_view.h"
#include "core/session/part_view.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

// The name of a mask: a single rule by its own; cells, an added bias or several rules are custom.
std::string mask_segment(const Mask& mask) {
  if (mask.cells || mask.bias || mask.rules.size() > 1) return "custom";
  return mask.rules.empty() ? "full" : mask.rules.front().name;
}

// As a script writes them, "causal+padding:2", by their names in this language.
std::string rules_in_words(const Mask& mask) {
  if (mask.rules.empty()) return std::string(text("mask_words.full"));
  std::string words;
  for (const MaskRule& rule : mask.rules)
    words += (words.empty() ? "" : "+") + std::string(text("mask_words." + rule.name)) +
             mask_rules_text({rule}).substr(rule.name.size());
  return words;
}

std::string mask_in_words(const Mask& mask) {
  std::string words = rules_in_words(mask);
  if (mask.cells || mask.bias) {
    words = (mask.rules.empty() ? "" : words + " + ") + std::string(text("toolbar.mask_of_file"));
  }
  return words;
}

std::string masks_in_words(const std::vector<Mask>& masks) {
  if (masks.size() == 1) return mask_in_words(masks.front());
  return filled(text("toolbar.masks_beside"),
                {{"a", mask_in_words(masks.front())}, {"b", mask_in_words(masks.back())}});
}

/// A part with masks of its own: they are what is seen, and no switch changes them.
void show_own_masks(ToolbarPicture& picture) {
  picture.can_mask = picture.can_scale = false;
  picture.scale_on = true;
  picture.broken.clear();
  picture.cannot_reason = std::string(text("toolbar.own_masks"));
}

/// A part with a sentence of its own, in which one word alone listens.
void show_own_words(ToolbarPicture& picture, const PartShows& own) {
  picture.chips.clear();
  for (const std::string& word : own.words)
    picture.chips.push_back({token_text(word), std::ssize(picture.chips) == own.listener});
  picture.can_edit_words = false;
}

}  // namespace

ToolbarPicture paint_toolbar(const Session& session, const Trace& now) {
  const Document& document = *session.document;
  ToolbarPicture picture;
  picture.title = title_of(document);
  picture.provenance = note_of(document);
  const int chosen = shown_row(session);
  for (int row = 0; row < now.n; ++row) {
    picture.chips.push_back({query_word(session, row), row == chosen});
  }
  picture.can_edit_words = is_editable(document) && document.query_words == document.key_words;
  if (session.document.get() != session.opened.get() && picture.can_edit_words)
    for (const int row : made_by_hand(document, *session.opened).added)
      picture.chips[static_cast<std::size_t>(row)].made_up = true;
  const std::vector<Mask> masks = shown_masks(session);
  picture.mask = masks.size() > 1 ? "two" : mask_segment(masks.front());
  picture.mask_text = masks_in_words(masks);
  picture.scale_on = now.scale != 1.0f;
  if (is_recorded(session)) {
    picture.can_mask = picture.can_scale = false;
    picture.mask.clear();
    picture.scale_on = true;  // whoever recorded the scores had scaled them
    picture.has_tools = !is_written(document);
    picture.cannot_reason = std::string(text("toolbar.recorded"));
  }
  if (document.only_parts) picture.has_tools = false;
  for (const VariantKind& kind : variant_kinds()) {
    if (!(session.options.variant.*kind.field)) continue;
    picture.broken += (picture.broken.empty() ? "" : " · ") +
                      text_by_lines(session, "variant." + std::string(kind.name) + ".name");
  }
  const PartShows own = shown_part(session);
  if (!own.masks.empty()) show_own_masks(picture);
  if (!own.words.empty()) show_own_words(picture, own);
  picture.head_names = head_names_of(document);
  picture.layers = document.layers();
  picture.heads = document.heads();
  picture.batches = document.batches();
  picture.layer = session.slice.layer;
  picture.head = session.slice.head;
  picture.batch = session.slice.batch;
  picture.slices = picture.layers > 1 || picture.heads > 1 || picture.batches > 1;
  return picture;
}

}  // namespace qkv
