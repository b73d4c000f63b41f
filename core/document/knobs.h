#pragma once
// Sliders and switches of a lesson: declared in its file, turned by whoever looks, read by what the
// lesson computes (core/document/lesson_kind.h) and drawn below its scene
// (core/page/knob_strip.h).
//
//   [[knob]]
//   name   = "d"                   a slider stands at one of its values
//   values = [1, 2, 4, 8]
//   start  = 4
//   parts  = ["wide"]            seen at these parts only; without: always
//   [[knob]]
//   name    = "norm"               a switch, at one of its choices
//   choices = ["pre", "post"]
//   start   = "pre"                without start: the first
//   [[step]]
//   at    = "part:wide"            only at start and at parts
//   knobs = "d 8, norm post"       where they stand from this stop on, until turned by hand
//   [text.en."knob:d"]
//   label = "width d"              and options = ["before", "after"] for choices

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/attention/attention.h"

namespace qkv {

struct Document;

struct Knob {
  std::string name;
  std::vector<float> values;                 ///< a slider's places, ascending; empty: a switch
  std::vector<std::string> choices;          ///< a switch's; empty: a slider
  int start = 0;                             ///< place
  std::map<std::string, std::string> label;  ///< by language
  std::map<std::string, std::vector<std::string>> options;  ///< by language; none: the choices
  std::vector<std::string> parts{};                         ///< where it is seen; empty: always
  int places() const { return static_cast<int>(values.empty() ? choices.size() : values.size()); }
  friend bool operator==(const Knob&, const Knob&) = default;
};

/// One knob at one of its places.
struct KnobSetting {
  int knob = 0, place = 0;
  friend bool operator==(const KnobSetting&, const KnobSetting&) = default;
};
/// "d 8, norm post"; InputError lists what there is. settings_text is the inverse.
std::vector<KnobSetting> parse_settings(std::string_view text, const std::vector<Knob>& knobs);
std::string settings_text(const std::vector<KnobSetting>& settings, const std::vector<Knob>& knobs);
/// "8", "post": what a place is called in a file and an action.
std::string place_text(const Knob& knob, int place);

using KnobPlaces = std::vector<int>;  ///< one a knob
KnobPlaces start_places(const std::vector<Knob>& knobs);

/// The knobs as a lesson's arithmetic reads them.
struct KnobView {
  const std::vector<Knob>& knobs;
  const KnobPlaces& places;
  double value(std::string_view name) const;  ///< a slider's value, a switch's place
  bool is(std::string_view name, std::string_view choice) const;
};

using PieceMap = std::map<std::string, Tensor>;
/// What the lesson computes with its knobs at these places. Kept, a few at a time, as long as the
/// document; any thread may ask. Null where the document has no pieces.
std::shared_ptr<const PieceMap> pieces_at(const Document& document, const KnobPlaces& places);

/// The memory behind pieces_at. Not part of a document's value: a copy starts empty.
class PiecesMemo {
 public:
  PiecesMemo() = default;
  PiecesMemo(const PiecesMemo&) {}
  PiecesMemo& operator=(const PiecesMemo&);
  friend bool operator==(const PiecesMemo&, const PiecesMemo&) { return true; }

 private:
  friend std::shared_ptr<const PieceMap> pieces_at(const Document&, const KnobPlaces&);
  mutable std::mutex mutex_;
  mutable std::vector<std::pair<KnobPlaces, std::shared_ptr<const PieceMap>>> kept_;
};

}  // namespace qkv
