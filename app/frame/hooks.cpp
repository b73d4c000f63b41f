#include "app/frame/hooks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "core/session/knob_places.h"

namespace qkv {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

const char* name_of(Tab tab) {
  constexpr const char* kNames[] = {"scores", "scaled", "masked", "weights"};
  return kNames[static_cast<std::size_t>(tab)];
}

}  // namespace

Hooks hooks_from_environment() {
  return {variable("QKV_STATE_FILE"),
          variable("QKV_SCREENSHOT"),
          variable("QKV_TIMING"),
          std::strtof(variable("QKV_PLAY_SECONDS").c_str(), nullptr),
          variable("QKV_PRESENTER") == "window",
          variable("QKV_ONE_FRAME") == "1"};
}

std::string state_text(const Session& s) {
  const Document& document = *s.document;
  std::ostringstream out;
  const auto row = static_cast<std::size_t>(s.row);
  out << "document " << document.id << "\n";
  out << "word " << (row < document.query_words.size() ? document.query_words[row] : "") << "\n";
  out << "stop " << stop_text(s.playhead.at, document) << "\n";
  out << "moving " << (moving(s) ? "yes" : "no") << "\n";
  out << "motion " << (s.reduced_motion ? "reduced" : "full") << "\n";
  out << "mask " << mask_rules_text(s.options.mask.rules) << "\n";
  out << "scale ";
  if (s.options.scale)
    out << *s.options.scale << "\n";
  else
    out << "1/sqrt(d)\n";
  out << "variant " << variant_text(s.options.variant) << "\n";
  out << "code "
      << (s.layout.code == CodePanel::off     ? "off"
          : s.layout.code == CodePanel::numpy ? "numpy"
                                              : "pytorch")
      << "\n";
  out << "slice " << s.slice.layer << " " << s.slice.batch << " " << s.slice.head << "\n";
  out << "tab " << name_of(tab_of(s)) << "\n";
  out << "scene "
      << (shown_scene(s) == Scene::landscape  ? "landscape"
          : shown_scene(s) == Scene::sentence ? "sentence"
                                              : "lesson")
      << "\n";
  out << "camera " << s.camera.azimuth << " " << s.camera.elevation << " " << s.camera.zoom << "\n";
  const KnobPlaces places = knob_places(s);
  std::vector<KnobSetting> knobs;
  for (std::size_t i = 0; i < places.size(); ++i) knobs.push_back({static_cast<int>(i), places[i]});
  out << "knobs " << settings_text(knobs, document.knobs) << "\n";
  const auto asked = static_cast<std::size_t>(std::max(0, s.question));
  const bool answered = s.question >= 0 && asked < s.answers.size() && s.answers[asked].answered;
  out << "question " << s.question + 1 << (answered ? " answered\n" : "\n");
  out << "newcomer " << s.newcomer << "\n";
  out << "measured " << s.measured.size() << "\n";
  out << "theme " << (s.theme == Theme::dark ? "dark" : "light") << "\n";
  out << "text " << s.layout.text_scale << "\n";
  out << "present " << (s.layout.present ? "yes" : "no") << "\n";
  for (std::size_t i = 0; i < s.reached.size(); ++i)
    out << "reached " << i << " " << stop_text(s.reached[i], document) << "\n";
  out << text_of(action::Pin{s.pinned}, s) << "\n";
  out << "compared " << (s.frozen ? "yes" : "no") << "\npredicted ";
  if (s.prediction) {
    for (const float guess : s.prediction->guess) out << guess << " ";
    out << (s.prediction->revealed ? "revealed" : "asked");
  }
  out << "\nqueries " << (s.layout.queries_as_columns ? "columns" : "rows") << "\n";
  out << "edits " << s.history.done.size() << "\nundone " << s.history.undone.size() << "\n";
  out << "dirty " << (is_dirty(s) ? "yes" : "no") << "\nnotice " << s.notice << "\nwords ";
  for (const std::string& one : document.query_words) out << one << " ";
  out << "\n";
  const auto vectors = [&](const char* name, int count, auto vector) {
    constexpr int kMost = 16;
    for (int i = 0; i < std::min(count, kMost); ++i) {
      out << name << i;
      for (const float number : vector(document, s.slice.head, i)) out << " " << number;
      out << "\n";
    }
  };
  vectors("query", document.n(), query_row);
  vectors("key", document.m(), key_row);
  vectors("value", document.m(), value_row);
  return out.str();
}

std::string places_text(const Page& page) {
  std::ostringstream out;
  for (const Handle& handle : page.handles) {
    const Quantity& q = handle.quantity;
    const bool query = q.kind == Quantity::Kind::query;
    out << (query                           ? "tip-query"
            : q.kind == Quantity::Kind::key ? "tip-key"
                                            : "tip-value")
        << (query ? q.row : q.column) << " " << std::lround(handle.at.x) << " "
        << std::lround(handle.at.y) << "\n";
  }
  for (const Hit& hit : page.hits)
    if (!hit.menu.empty())
      out << "menu-" << hit.menu << " " << std::lround(hit.rect.x + hit.rect.w / 2) << " "
          << std::lround(hit.rect.y + hit.rect.h / 2) << "\n";
  for (const Hit& hit : page.hits)
    if (hit.quantity.kind == Quantity::Kind::word)
      out << "chip" << hit.quantity.row << " " << std::lround(hit.rect.x + hit.rect.w / 2) << " "
          << std::lround(hit.rect.y + hit.rect.h / 2) << "\n";
  for (const DrawnBar& bar : page.drawn_bars)
    out << "bar" << bar.key << " " << std::lround(bar.rect.x) << " "
        << std::lround(bar.rect.y + bar.rect.h / 2) << " " << std::lround(bar.rect.w) << "\n";
  Rect table;
  for (const PanelPlace& panel : page.panels)
    if (panel.id == PanelId::table) table = panel.rect;
  for (const Item& item : page.items) {
    const auto* box = std::get_if<Box>(&item.shape);
    const Quantity& q = item.quantity;
    if (box == nullptr || q.row < 0 || q.column < 0) continue;
    if (!table.contains({box->rect.x, box->rect.y})) continue;
    out << "cell" << q.row << "-" << q.column << " " << std::lround(box->rect.x + box->rect.w / 2)
        << " " << std::lround(box->rect.y + box->rect.h / 2) << "\n";
  }
  return out.str();
}

}  // namespace qkv
