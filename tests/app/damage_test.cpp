// What is drawn again of a page is enough: with what was kept it is the page drawn from nothing.

#include <doctest/doctest.h>

#include "app/platform/headless.h"
#include "app/render/image.h"
#include "app/render/kept_page.h"
#include "core/document/library.h"
#include "core/page/layout.h"
#include "core/picture/picture.h"
#include "core/session/action.h"
#include "tests/support/random_action.h"

using namespace qkv;

namespace {

class Target {
 public:
  Target(int width, int height)
      : width_(width), height_(height), texture_(gl::make_surface(width, height)) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
  }
  Image shown(const KeptPage& kept) const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    kept.show(kept.everything(), Rows::down);
    return pixels();
  }
  Image drawn(PageRenderer& renderer, const PlacedPage& page) const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    renderer.draw(page, Rows::down);
    return pixels();
  }

 private:
  Image pixels() const {
    Image image = read_pixels(width_, height_, false);
    gl::check("drawing a page");
    return image;
  }
  int width_, height_;
  gl::Texture texture_;
  gl::Framebuffer framebuffer_ = gl::make_framebuffer();
};

// Frames of 1/60 s, an action every so many; now and then another size and something hovered.
void walk(const char* lesson, int frames, unsigned seed) {
  HeadlessContext context;
  PageRenderer renderer;
  KeptPage kept;
  Random random(seed);
  Session session = open_session(load_lesson(lesson));
  TraceCache traces;
  PageSize size{1200, 760, 1};
  double painted = 0;
  for (int frame = 0; frame < frames; ++frame) {
    if (frame % 7 == 0) {
      apply(session, traces.now(session), random_action(random, session));
      session.next_lesson_wanted = session.previous_lesson_wanted = false;
    }
    if (random() % 40 == 0) settle(session, traces.now(session));
    if (random() % 60 == 0) size = {whole(random, 3, 6) * 200, whole(random, 2, 4) * 190, 1};
    advance(session, traces.now(session), random() % 4 == 0 ? 0.2f : 1.0f / 60);
    const Scroll scroll{glm::vec2{0, random() % 9 == 0 ? real(random, 0, 60) : 0}, {}};
    const Page page =
        layout(session, paint(session, traces.now(session), traces.before(session)), size, scroll);
    const glm::vec2 mouse{real(random, 0, page.size.x), real(random, 0, page.size.y)};
    const std::vector<Item> over = highlight(session, page, quantity_at(page, mouse));
    const PlacedPage placed = place(page, over, size.width, size.height);

    const Target target(size.width, size.height);
    kept.draw(placed);
    CAPTURE(frame);
    REQUIRE(target.shown(kept) == target.drawn(renderer, placed));
    for (const PixelRect& part : kept.drawn())
      painted += double{1} * part.w * part.h / (size.width * size.height);
  }
  MESSAGE("painted again, of a surface: ", painted / frames);
  CHECK(painted < 0.9 * frames);
}

Footprint footprint(std::uint64_t look, PixelRect bounds) { return {look, bounds, nullptr}; }

}  // namespace

TEST_CASE("damage: what is kept and what is drawn again make the whole page, to the bit") {
  for (const unsigned seed : {12u, 13u}) walk("cat", 400, seed);
}

TEST_CASE("damage: only where something changed, came, went or changed places") {
  const PixelRect a{0, 0, 10, 10}, b{500, 0, 10, 10}, c{500, 500, 10, 10};
  const std::vector<Footprint> before = {footprint(1, a), footprint(2, b), footprint(3, c)};
  using Parts = std::vector<PixelRect>;
  CHECK(damage(before, before).empty());
  CHECK(damage(before, {before[0], footprint(9, b), before[2]}) == Parts{b});
  CHECK(damage(before, {before[0], before[2]}) == Parts{b});
  CHECK(damage({before[0], before[2]}, before) == Parts{b});
  CHECK(damage(before, {}) == Parts{{0, 0, 510, 10}, c});  // a and b are one thin strip
  const Parts swapped = damage(before, {before[1], before[0], before[2]});
  CHECK(swapped == Parts{a});
  // Neighbours become one, and there are never many.
  CHECK(damage({}, {footprint(1, a), footprint(2, {12, 0, 10, 10})}) == Parts{{0, 0, 22, 10}});
  std::vector<Footprint> many;
  for (int i = 0; i < 100; ++i)
    many.push_back(footprint(static_cast<std::uint64_t>(i), {i % 10 * 400, i / 10 * 400, 9, 9}));
  CHECK(damage({}, many).size() <= 8);
}
