#include "app/views/course_keys.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/picture/panels.h"

namespace qkv {
namespace {

bool opens_lesson(const Hit& hit) {
  return !hit.actions.empty() && std::holds_alternative<action::OpenLesson>(hit.actions.front());
}

// The nearest of `lessons` that lies this way from one of them, in its column or its row.
const Hit* beside(const Hit& from, std::span<const Hit> lessons, Key key) {
  const bool along_y = key == Key::up || key == Key::down;
  const float sign = key == Key::down || key == Key::right ? 1.0f : -1.0f;
  const Hit* best = nullptr;
  float least = 0;
  for (const Hit& hit : lessons) {
    const float dx = hit.rect.x - from.rect.x, dy = hit.rect.y - from.rect.y;
    const float ahead = sign * (along_y ? dy : dx);
    const bool in_line = along_y ? std::abs(dx) < from.rect.w / 2 : std::abs(dy) < from.rect.h / 2;
    if (!in_line || ahead <= 0 || (best != nullptr && ahead >= least)) continue;
    best = &hit;
    least = ahead;
  }
  return best;
}

}  // namespace

bool among_lessons(Key key, const Session& session, const Page& page, ViewState& view) {
  if (key != Key::up && key != Key::down && key != Key::left && key != Key::right) return false;
  const auto first = std::find_if(page.hits.begin(), page.hits.end(), opens_lesson);
  const auto last = std::find_if_not(first, page.hits.end(), opens_lesson);
  if (first == last) return true;
  const std::span<const Hit> lessons(first, last);
  const Hit* now = focused_hit(page, view);
  if (now == nullptr || now < &lessons.front() || now > &lessons.back()) {
    const std::vector<ContentsPicture::Entry> entries = paint_contents(session).entries;
    const auto next = std::find_if(entries.begin(), entries.end(),
                                   [](const ContentsPicture::Entry& entry) { return entry.next; });
    const auto at = next == entries.end() ? 0 : static_cast<std::size_t>(next - entries.begin());
    now = &lessons[std::min(at, lessons.size() - 1)];
  } else if (const Hit* other = beside(*now, lessons, key)) {
    now = other;
  } else if (session.gallery == (key == Key::left || key == Key::right)) {
    const bool ahead = key == Key::down || key == Key::right;
    if (now != (ahead ? &lessons.back() : &lessons.front())) now += ahead ? 1 : -1;
  }
  view.focused = now->name;
  view.focus_index = static_cast<std::size_t>(now - page.hits.data());
  return true;
}

}  // namespace qkv
