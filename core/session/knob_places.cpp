#include "core/session/knob_places.h"

#include <algorithm>

namespace qkv {
namespace {

/// Start is -1, part i is i; the attention is one place, and what follows it moves up by one.
int place_in_walk(const Stop& stop, const Document& document) {
  if (stop.stage == Stage::start) return -1;
  if (is_part(stop)) return stop.key + (stop.stage == Stage::after ? 1 : 0);
  return static_cast<int>(document.parts.size()) - document.parts_after;
}

int place_in_walk(const StepText& step, const Document& document) {
  if (!step.at.starts_with("part:")) return -1;
  const auto part = std::find(document.parts.begin(), document.parts.end(), step.at.substr(5));
  return place_in_walk(part_stop(static_cast<int>(part - document.parts.begin()), document),
                       document);
}

KnobPlaces places_at(const Session& session, int now) {
  const Document& document = *session.document;
  KnobPlaces places = start_places(document.knobs);
  if (places.empty()) return places;
  std::vector<int> set_at(places.size(), -1);  // where the walk last set each knob
  for (const StepText& step : document.steps) {
    const int at = place_in_walk(step, document);
    if (at > now) continue;
    for (const KnobSetting& s : step.knobs) {
      const auto i = static_cast<std::size_t>(s.knob);
      if (at < set_at[i]) continue;
      set_at[i] = at;
      places[i] = s.place;
    }
  }
  for (std::size_t i = 0; i < places.size() && i < session.turned.size(); ++i) {
    const Turned& turned = session.turned[i];
    // By hand, since the walk's last setting of it and not in a part that comes later.
    if (turned.place < 0 || turned.at < set_at[i]) continue;
    bool set_between = false;
    for (const StepText& step : document.steps)
      for (const KnobSetting& s : step.knobs) {
        const int at = place_in_walk(step, document);
        set_between |= s.knob == static_cast<int>(i) && at > now && at <= turned.at;
      }
    if (!set_between) places[i] = turned.place;
  }
  return places;
}

}  // namespace

KnobPlaces knob_places(const Session& session) {
  return places_at(session, place_in_walk(session.playhead.at, *session.document));
}

KnobPlaces knob_places_before(const Session& session) {
  const int now = place_in_walk(session.playhead.at, *session.document);
  return places_at(session, std::max(-1, now - 1));
}

bool is_seen_here(const Session& session, int knob) {
  const Document& document = *session.document;
  const Stop& at = session.playhead.at;
  const auto part = static_cast<std::size_t>(std::max(0, at.key));
  const std::vector<std::string>& parts = document.knobs[static_cast<std::size_t>(knob)].parts;
  const std::string here = is_part(at) ? document.parts[part] : "start";
  return parts.empty() || std::find(parts.begin(), parts.end(), here) != parts.end();
}

void turn_knob(Session& session, const KnobSetting& to) {
  const std::vector<Knob>& knobs = session.document->knobs;
  const auto i = static_cast<std::size_t>(to.knob);
  if (to.knob < 0 || i >= knobs.size() || i >= session.turned.size()) return;
  session.turned[i] = {std::clamp(to.place, 0, knobs[i].places() - 1),
                       place_in_walk(session.playhead.at, *session.document)};
}

std::shared_ptr<const PieceMap> shown_pieces(const Session& session) {
  const Document& document = *session.document;
  const KnobPlaces now = knob_places(session);
  auto pieces = pieces_at(document, now);
  if (!pieces || at_rest(session.playhead) || !is_part(session.playhead.at)) return pieces;
  const KnobPlaces before = knob_places_before(session);
  if (before == now) return pieces;
  const auto from = pieces_at(document, before);
  const float part = ease(session.playhead.progress);
  auto mixed = std::make_shared<PieceMap>(*pieces);
  for (auto& [name, tensor] : *mixed) {
    const auto old = from->find(name);
    if (old == from->end() || old->second.data.size() != tensor.data.size()) continue;
    for (std::size_t i = 0; i < tensor.data.size(); ++i)
      tensor.data[i] = old->second.data[i] + (tensor.data[i] - old->second.data[i]) * part;
  }
  return mixed;
}

DocumentPtr as_turned(const Session& session) {
  if (!session.document->pieces) return session.document;
  auto turned = std::make_shared<Document>(*session.document);
  const KnobPlaces places = knob_places(session);
  turned->pieces->computed = *pieces_at(*session.document, places);
  for (std::size_t i = 0; i < places.size(); ++i) turned->knobs[i].start = places[i];
  return turned;
}

}  // namespace qkv
