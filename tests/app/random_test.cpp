// Any sequence of actions, at any instant of any movement: no crash, no number that is none, no GL
// error. The window does nothing else with a session than what happens here.

#include <cmath>

#include <doctest/doctest.h>

#include "app/render/headless.h"
#include "core/document/library.h"
#include "core/page/layout.h"
#include "core/picture/explain.h"
#include "core/picture/picture.h"
#include "core/session/action.h"
#include "tests/support/random_action.h"

using namespace qkv;

namespace {

struct AllFinite {
  bool ok(float v) const { return std::isfinite(v); }
  bool ok(glm::vec2 v) const { return ok(v.x) && ok(v.y); }
  bool ok(const Rect& r) const { return ok(r.x) && ok(r.y) && ok(r.w) && ok(r.h); }
  bool ok(const std::vector<glm::vec2>& points) const {
    for (const glm::vec2 p : points)
      if (!ok(p)) return false;
    return true;
  }
  bool operator()(const Box& b) const { return ok(b.rect) && ok(b.radius) && ok(b.stroke_width); }
  bool operator()(const Polygon& p) const { return ok(p.points) && ok(p.stroke_width); }
  bool operator()(const Polyline& p) const {
    return ok(p.points) && ok(p.width) && ok(p.dash) && ok(p.gap);
  }
  bool operator()(const Disc& d) const {
    return ok(d.center) && ok(d.radius) && ok(d.stroke_width);
  }
  bool operator()(const Text& t) const {
    return ok(t.baseline) && ok(t.size) && t.text.find("nan") == std::string::npos &&
           t.text.find("NaN") == std::string::npos;
  }
  bool operator()(const Heatmap& h) const { return ok(h.rect); }
  bool operator()(const ClipBegin& c) const { return ok(c.rect); }
  bool operator()(const ClipEnd&) const { return true; }
};

std::string faults(const Page& page) {
  int clips = 0;
  for (std::size_t i = 0; i < page.items.size(); ++i) {
    const Shape& shape = page.items[i].shape;
    if (!std::visit(AllFinite{}, shape))
      return "item " + std::to_string(i) + " of kind " + std::to_string(shape.index());
    clips += std::holds_alternative<ClipBegin>(shape) ? 1
             : std::holds_alternative<ClipEnd>(shape) ? -1
                                                      : 0;
    if (clips < 0) return "a clip ends that never began";
  }
  if (clips != 0) return "a clip that never ends";
  for (const Hit& hit : page.hits)
    if (!AllFinite{}.ok(hit.rect)) return "hit " + hit.name;
  return {};
}

DocumentPtr recorded() {
  auto document = std::make_shared<Document>();
  document->id = "recorded";
  document->origin = "recorded.npz";
  document->title = "Recorded";
  document->provenance = Provenance::recorded;
  document->query_words = {"a", "b", "c"};
  document->key_words = {"a", "b", "c", "d"};
  Recording recording;
  recording.layers = 2;
  for (int layer = 0; layer < 2; ++layer)
    recording.weights.push_back({2, 3, 4, std::vector<float>(24, 0.25f)});
  document->recording = recording;
  return document;
}

DocumentPtr larger() {
  auto document = std::make_shared<Document>();
  document->id = "larger";
  document->origin = "larger.npz";
  document->title = "Larger";
  const auto filled = [](int rows, int columns) {
    Tensor tensor{2, rows, columns, {}};
    for (int i = 0; i < 2 * rows * columns; ++i)
      tensor.data.push_back(std::sin(static_cast<float>(i) * 1.7f) * 2);
    return tensor;
  };
  for (int i = 0; i < 12; ++i) document->query_words.push_back("q" + std::to_string(i));
  for (int i = 0; i < 15; ++i) document->key_words.push_back("k" + std::to_string(i));
  document->queries = filled(12, 6);
  document->keys = filled(15, 6);
  document->values = filled(15, 5);
  return document;
}

void random_walk(DocumentPtr document, int actions, unsigned seed, HeadlessRenderer& renderer) {
  Random random(seed);
  Session session = open_session(std::move(document));
  TraceCache traces;
  std::string log;
  for (int step = 0; step < actions; ++step) {
    const Action action = random_action(random, session);
    apply(session, traces.now(session), action);
    session.next_lesson_wanted = session.previous_lesson_wanted = false;
    if (random() % 3 != 0) advance(session, traces.now(session), real(random, 0, 0.5f));
    if (random() % 50 == 0) settle(session, traces.now(session));

    const PageSize size{whole(random, 1, 4) * 320, whole(random, 1, 4) * 200,
                        random() % 2 == 0 ? 0.0f : real(random, 0.5f, 3)};
    const Scroll scroll{glm::vec2{0, real(random, 0, 300)},
                        glm::vec2{real(random, 0, 300), real(random, 0, 300)}};
    const Page page =
        layout(session, paint(session, traces.now(session), traces.before(session)), size, scroll);
    const std::string fault = faults(page);
    if (!fault.empty()) {
      CAPTURE(step);
      CAPTURE(text_of(action, session));
      CAPTURE(fault);
      REQUIRE(fault.empty());
    }
    const glm::vec2 mouse{real(random, 0, page.size.x), real(random, 0, page.size.y)};
    const Quantity quantity = quantity_at(page, mouse);
    explain(session, traces.now(session), quantity);
    highlight(session, page, quantity);
    hit_at(page, mouse);
    // Throws where GL complains.
    if (step % 25 == 0) renderer.render(page, size.width, size.height);
  }
  CHECK(session.row >= 0);
  CHECK(session.row < session.document->n());
}

}  // namespace

TEST_CASE("random: 10,000 actions leave no crash, no NaN and no GL error") {
  HeadlessRenderer renderer;
  random_walk(load_lesson("cat"), 7000, 1, renderer);
  random_walk(recorded(), 1500, 2, renderer);
  random_walk(larger(), 1500, 3, renderer);
}
