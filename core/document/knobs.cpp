#include "core/document/knobs.h"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "core/document/document.h"
#include "core/document/lesson_kind.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

std::string_view trimmed_off(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string places_of(const Knob& knob) {
  std::string all;
  for (int i = 0; i < knob.places(); ++i) all += (i > 0 ? ", " : "") + place_text(knob, i);
  return all;
}

int place_named(const Knob& knob, std::string_view text) {
  for (std::size_t i = 0; i < knob.choices.size(); ++i)
    if (knob.choices[i] == text) return static_cast<int>(i);
  float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size())
    for (std::size_t i = 0; i < knob.values.size(); ++i)
      if (knob.values[i] == value) return static_cast<int>(i);
  throw InputError("the knob " + knob.name + " has no \"" + std::string(text) + "\"; it has " +
                   places_of(knob));
}

std::size_t knob_named(const std::vector<Knob>& knobs, std::string_view name) {
  for (std::size_t i = 0; i < knobs.size(); ++i)
    if (knobs[i].name == name) return i;
  std::string all;
  for (const Knob& knob : knobs) all += (all.empty() ? "" : ", ") + knob.name;
  throw InputError("no knob \"" + std::string(name) + "\"; " +
                   (all.empty() ? std::string("there is none here") : "there are " + all));
}

const Knob& known(const std::vector<Knob>& knobs, std::string_view name, std::size_t& index) {
  index = knob_named(knobs, name);
  return knobs[index];
}

}  // namespace

std::vector<KnobSetting> parse_settings(std::string_view text, const std::vector<Knob>& knobs) {
  std::vector<KnobSetting> settings;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view one = trimmed_off(text.substr(0, comma));
    text.remove_prefix(std::min(text.size(), comma + 1));
    const std::size_t space = std::min(one.find(' '), one.size());
    const std::size_t knob = knob_named(knobs, one.substr(0, space));
    settings.push_back(
        {static_cast<int>(knob), place_named(knobs[knob], trimmed_off(one.substr(space)))});
  }
  return settings;
}

std::string settings_text(const std::vector<KnobSetting>& settings,
                          const std::vector<Knob>& knobs) {
  std::string text;
  for (const KnobSetting& s : settings) {
    const Knob& knob = knobs[static_cast<std::size_t>(s.knob)];
    text += (text.empty() ? "" : ", ") + knob.name + " " + place_text(knob, s.place);
  }
  return text;
}

std::string place_text(const Knob& knob, int place) {
  const auto i = static_cast<std::size_t>(place);
  return knob.values.empty() ? knob.choices.at(i) : shortest(knob.values.at(i));
}

KnobPlaces start_places(const std::vector<Knob>& knobs) {
  KnobPlaces places;
  for (const Knob& knob : knobs) places.push_back(knob.start);
  return places;
}

double KnobView::value(std::string_view name) const {
  std::size_t i = 0;
  const Knob& knob = known(knobs, name, i);
  const int place = places.at(i);
  return knob.values.empty() ? place
                             : static_cast<double>(knob.values[static_cast<std::size_t>(place)]);
}

bool KnobView::is(std::string_view name, std::string_view choice) const {
  std::size_t i = 0;
  const Knob& knob = known(knobs, name, i);
  return !knob.choices.empty() && knob.choices[static_cast<std::size_t>(places.at(i))] == choice;
}

PiecesMemo& PiecesMemo::operator=(const PiecesMemo&) {
  const std::lock_guard lock(mutex_);
  kept_.clear();
  return *this;
}

std::shared_ptr<const PieceMap> pieces_at(const Document& document, const KnobPlaces& places) {
  if (!document.pieces) return nullptr;
  const LessonKind* kind = nullptr;
  for (const LessonKind& row : lesson_kinds())
    if (row.name == document.pieces->kind) kind = &row;
  constexpr std::size_t kKept = 6;
  const PiecesMemo& memo = document.piece_memo;
  const std::lock_guard lock(memo.mutex_);
  for (const auto& [at, pieces] : memo.kept_)
    if (at == places) return pieces;
  // Vectors can be edited since the file was read.
  const bool turned = kind != nullptr && kind->compute != nullptr &&
                      (places != start_places(document.knobs) || kind->follows_edits);
  auto pieces = std::make_shared<const PieceMap>(
      turned ? kind->compute(document, {document.knobs, places}) : document.pieces->computed);
  if (memo.kept_.size() >= kKept) memo.kept_.erase(memo.kept_.begin());
  memo.kept_.emplace_back(places, pieces);
  return pieces;
}

}  // namespace qkv
