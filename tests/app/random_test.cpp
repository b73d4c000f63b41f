// Any sequence of actions, at any instant of any movement: no crash, no number that is none, no GL
// error. The window does nothing else with a session than what happens here.

#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "app/render/headless.h"
#include "core/document/library.h"
#include "core/page/layout.h"
#include "core/picture/explain.h"
#include "core/picture/picture.h"
#include "core/session/action.h"

using namespace qkv;

namespace {

using Random = std::mt19937;

int whole(Random& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}
float real(Random& random, float low, float high) {
  return low + (high - low) * static_cast<float>(random() % 10001) / 10000.0f;
}

Mask random_mask(Random& random) {
  Mask mask;
  constexpr const char* kRules[] = {
      "full",      "causal",    "window:1",        "window:3",         "window:0,2",
      "padding:1", "padding:5", "causal+window:2", "causal+padding:2", "padding:4+window:1"};
  mask.rules = parse_mask_rules(kRules[random() % std::size(kRules)]);
  if (random() % 4 == 0) mask.align = CausalAlign::end;
  return mask;
}

// Steps are most of what people do, so they are most of what is tried.
Action random_action(Random& random, const Session& session) {
  switch (random() % 40) {
    case 0:
      return action::NextStage{};
    case 1:
      return action::BackStage{};
    case 2:
      return action::Rewind{};
    case 3:
      return action::End{};
    case 4: {
      const auto stage = static_cast<Stage>(random() % 9);
      return action::GoTo{{stage, static_cast<Beat>(random() % 21), whole(random, -2, 12)}};
    }
    case 5:
      return action::Play{};
    case 6:
      return action::Speed{real(random, -1, 5)};
    case 7:
    case 8:
    case 9:
      return action::Select{whole(random, -2, session.document->n() + 2)};
    case 10:
      return action::SelectBy{whole(random, -3, 3)};
    case 11:
      return action::ShowTab{static_cast<Tab>(random() % 4)};
    case 12:
      return action::ShowScene{static_cast<Scene>(random() % 2)};
    case 13:
      return action::Orbit{real(random, -400, 400), real(random, -200, 200)};
    case 14:
      return action::Zoom{real(random, 0, 3)};
    case 15:
      return action::Home{};
    case 16:
      return action::SetTheme{static_cast<Theme>(random() % 2)};
    case 17:
      return action::TextScale{real(random, 0, 4)};
    case 18:
      return action::Fold{random() % 2 == 0 ? "story" : "table"};
    case 19:
      return action::Present{};
    case 20:
      return action::Steps{static_cast<StepSize>(random() % 2)};
    case 21:
      return action::ReducedMotion{random() % 3 == 0};
    case 22:
      return action::Colors{static_cast<ColorMap>(random() % 3)};
    case 23:
      return action::Look{{whole(random, -1, 3), whole(random, -1, 2), whole(random, -1, 4)}};
    case 24:
    case 25:
      return action::SetMask{random_mask(random)};
    case 26:
      return action::ToggleCausal{};
    case 27:
      return action::SetScale{random() % 2 == 0};
    case 28:
      return action::ToggleScale{};
    case 29:
      return action::Undo{};
    case 30:
      return action::Redo{};
    case 31:
      return action::Ask{whole(random, -1, 4)};
    case 32: {
      action::Answer answer;
      answer.kind = static_cast<Question::Kind>(random() % 4);
      answer.row = whole(random, -2, 7);
      answer.key = whole(random, -2, 7);
      answer.number = real(random, -3, 8);
      return answer;
    }
    case 33:
      return action::Contents{random() % 2 == 0};
    case 34:
    case 35:
      return action::Back{};
    default:
      return action::Next{};
  }
}

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
    session.next_lesson_wanted = false;
    if (random() % 3 != 0) advance(session, traces.now(session), real(random, 0, 0.5f));
    if (random() % 50 == 0) settle(session, traces.now(session));

    const PageSize size{whole(random, 1, 4) * 320, whole(random, 1, 4) * 200,
                        random() % 2 == 0 ? 0.0f : real(random, 0.5f, 3)};
    const Scroll scroll{{0, real(random, 0, 300)}, {real(random, 0, 300), real(random, 0, 300)}};
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
