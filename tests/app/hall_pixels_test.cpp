// Present as the pixels show it: every lesson, walked as a clicker walks it, at the sizes of halls.

#include <algorithm>
#include <cstdlib>

#include <doctest/doctest.h>

#include "app/render/headless.h"
#include "core/page/style.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"
#include "tests/support/speaking.h"

using namespace qkv;

namespace {

constexpr float kLeast = 7.0f;

Color pixel(const Image& image, int x, int y) {
  const std::size_t at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                          static_cast<std::size_t>(x)) *
                         3;
  return {image.rgb[at], image.rgb[at + 1], image.rgb[at + 2], 255};
}

int apart(Color a, Color b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

/// What is wrong with one text: `with` and `without` are the page drawn with its texts and without.
std::string fault_of(const Text& text, const Rect& clip, const Image& with, const Image& without) {
  const Rect ink = test::ink_of(text);
  const float slack = 1;
  if (ink.x < clip.x - slack || ink.y < clip.y - slack || ink.right() > clip.right() + slack ||
      ink.bottom() > clip.bottom() + slack)
    return " [cut off] " + text.text;
  const int left = std::max(0, static_cast<int>(ink.x)), top = std::max(0, static_cast<int>(ink.y));
  const int right = std::min(with.width, static_cast<int>(ink.right()) + 1);
  const int bottom = std::min(with.height, static_cast<int>(ink.bottom()) + 1);
  Color strongest;
  int most = 0;
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x)
      if (const int d = apart(pixel(with, x, y), pixel(without, x, y)); d > most) {
        most = d;
        strongest = pixel(with, x, y);
      }
  if (most < 40) return " [cannot be seen] " + text.text;
  // The stem of an I may lie between two columns of pixels: then its own colour is nowhere whole.
  const Color beside = pixel(without, left, top);
  if (10 * apart(strongest, beside) >= 6 * apart(text.color, beside) && text.color.a == 255)
    strongest = text.color;
  int strokes = 0, weak = 0;
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x) {
      const Color ground = pixel(without, x, y);
      if (2 * apart(pixel(with, x, y), ground) < most) continue;
      ++strokes;
      weak += contrast(strongest, ground) < kLeast - 0.05f ? 1 : 0;
    }
  // All texts but a dozen have at most 2 % of their strokes on too dark a ground, which is where
  // thin lines meet the soft edge of a letter. In the Landscape arrows, stems and the floor's grid
  // cross the ticks of its axes, whose few thin strokes weigh more ("2", up to 19 %), and rarely a
  // word there ("dim 1", 7 %). A text on a dark field has far more.
  const bool tick = text.text.find_first_not_of("-\u22120123456789.") == std::string::npos;
  if (weak * (tick ? 5 : 12) > strokes)
    return " [contrast " + std::to_string(contrast(strongest, pixel(without, left, top))) + "] " +
           text.text;
  return "";
}

std::string faults_here(HeadlessRenderer& renderer, Player& player, const PageSize& size) {
  const Trace& now = player.trace();
  const Page page = layout(player.session,
                           paint(player.session, now, player.traces.before(player.session)), size);
  Page bare = page;
  std::erase_if(bare.items,
                [](const Item& item) { return std::holds_alternative<Text>(item.shape); });
  const Image with = renderer.render(page, size.width, size.height);
  const Image without = renderer.render(bare, size.width, size.height);
  std::string found;
  std::vector<Rect> clips{{0, 0, page.size.x, page.size.y}};
  for (const Item& item : page.items) {
    if (const auto* clip = std::get_if<ClipBegin>(&item.shape)) clips.push_back(clip->rect);
    if (std::holds_alternative<ClipEnd>(item.shape)) clips.pop_back();
    const auto* text = std::get_if<Text>(&item.shape);
    if (text == nullptr || text->text.find_first_not_of(' ') == std::string::npos) continue;
    if (text->size < 0.022f * page.size.y - 0.01f) found += " [too small] " + text->text;
    if (test::cut_short(text->text)) found += " [shortened] " + text->text;
    found += fault_of(*text, clips.back(), with, without);
  }
  return found;
}

void walk(const PageSize& size, int each) {
  HeadlessRenderer renderer;
  const char* const only = std::getenv("QKV_TEST_LESSON");
  for (const LessonInfo& lesson : lessons()) {
    if (only != nullptr && lesson.id != only) continue;
    Player player(lesson.id.c_str());
    player.settled("present");
    CAPTURE(lesson.id);
    for (int i = 0; i < 80; ++i) {
      const std::string at = player.session.question < 0
                                 ? player.at()
                                 : "question " + std::to_string(player.session.question + 1) +
                                       (is_open(player.session) ? "" : " told");
      CAPTURE(at);
      if (i % each == 0) CHECK(faults_here(renderer, player, size) == "");
      const Session before = player.session;
      player.settled("next");
      const bool stays = player.session.playhead.at == before.playhead.at &&
                         player.session.question == before.question && !is_open(before);
      if (player.session.next_lesson_offered || stays) break;
    }
  }
}

}  // namespace

TEST_CASE("hall pixels: every stop in German at 1024x768") {
  const test::Speaking german("de");
  walk({1024, 768}, 1);
}
TEST_CASE("hall pixels: every stop at 1024x768") { walk({1024, 768}, 1); }
TEST_CASE("hall pixels: every stop at 1280x720") { walk({1280, 720}, 1); }
TEST_CASE("hall pixels: every stop at 1920x1080") { walk({1920, 1080}, 1); }
TEST_CASE("hall pixels: every fifth stop at 3840x2160") { walk({3840, 2160}, 5); }
