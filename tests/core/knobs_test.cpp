#include <doctest/doctest.h>

#include "core/document/qkv_file.h"
#include "core/page/layout.h"
#include "core/session/knob_places.h"
#include "core/session/saved_scene.h"
#include "core/text/input_error.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

const std::vector<Knob> kKnobs = {{"d", {1, 2.5f, 64}, {}, 1, {}, {}},
                                  {"norm", {}, {"pre", "post"}, 0, {}, {}}};

std::string refusal(std::string_view text) {
  try {
    parse_settings(text, kKnobs);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

double piece(const Player& player, const char* name) {
  return static_cast<double>(
      pieces_at(*player.session.document, knob_places(player.session))->at(name).data.front());
}

}  // namespace

TEST_CASE("knobs: settings in words and back") {
  const auto settings = parse_settings("d 64, norm post", kKnobs);
  CHECK(settings == std::vector<KnobSetting>{{0, 2}, {1, 1}});
  CHECK(settings_text(settings, kKnobs) == "d 64, norm post");
  CHECK(parse_settings("d 2.5", kKnobs) == std::vector<KnobSetting>{{0, 1}});
  CHECK(parse_settings("", kKnobs).empty());
  CHECK(refusal("d 3").find("it has 1, 2.5, 64") != std::string::npos);
  CHECK(refusal("norm no").find("pre, post") != std::string::npos);
  CHECK(refusal("e 1").find("there are d, norm") != std::string::npos);
  const KnobPlaces places = {2, 1};
  const KnobView view{kKnobs, places};
  CHECK(view.value("d") == 64);
  CHECK(view.is("norm", "post"));
  CHECK_FALSE(view.is("d", "64"));
}

TEST_CASE("knobs: the walk sets them, a hand turns them, the walk's next setting takes them back") {
  Player player("scale");
  CHECK(piece(player, "d") == 4);
  player.settled("knob d 16");
  CHECK(piece(player, "d") == 16);
  player.settled("next");  // part:wide sets d 64
  CHECK(piece(player, "d") == 64);
  player.settled("back");
  CHECK(piece(player, "d") == 16);  // what was turned here stays turned here
  player.settled("goto part:softmax; knob d 8; goto part:wide");
  CHECK(piece(player, "d") == 64);
  player.settled("goto part:pair");  // sets nothing: divide's setting holds
  CHECK(piece(player, "d") == 256);
  player.settled("knob d 2; knob scale on");
  CHECK(piece(player, "d") == 2);
  CHECK(text_of(action::TurnKnob{0, 3}, player.session) == "knob d 8");
  player.act(action::TurnKnob{7, 3});
  player.act(action::TurnKnob{0, 99});  // clamped
  CHECK(piece(player, "d") == 1024);
}

TEST_CASE("knobs: a saved scene keeps them") {
  Player player("scale");
  player.settled("goto part:softmax; knob d 8");
  const Document saved = saved_scene(player.session, "mine.qkv");
  Player again(parse_qkv(write_qkv(saved), "mine.qkv", "mine"));
  CHECK(piece(again, "d") == 8);
  CHECK(again.session.playhead.at == player.session.playhead.at);
}

TEST_CASE("knobs: numbers travel while a beat turns them") {
  Player player("scale");
  const auto spread = [&] {
    return static_cast<double>(shown_pieces(player.session)->at("spread").data.front());
  };
  const double before = spread();
  player.press("next");
  player.wait(0.3f);
  const double between = spread();
  player.settle_all();
  const double after = spread();
  CHECK(before < between);
  CHECK(between < after);
}

TEST_CASE("knobs: every place of a slider is on the page, and a click on it turns it there") {
  Player player("scale");
  const Picture picture = paint(player.session, player.trace(), nullptr);
  const Page page = layout(player.session, picture, {1280, 720});
  const Knob& knob = player.session.document->knobs.front();
  int places = 0;
  for (const Hit& hit : page.hits) {
    const auto* turn =
        hit.actions.empty() ? nullptr : std::get_if<action::TurnKnob>(&hit.actions.front());
    if (turn == nullptr || turn->knob != 0 || !hit.mouse_only) continue;
    ++places;
    player.act(*turn);
    CHECK(piece(player, "d") ==
          static_cast<double>(knob.values[static_cast<std::size_t>(turn->place)]));
  }
  CHECK(places == knob.places());
}

TEST_CASE("knobs: a question stands over the numbers that it speaks of") {
  Player player("heads");
  player.settled("goto part:groups; knob keys 4; ask 3");
  const std::size_t last = player.session.document->questions.size();
  REQUIRE(last == 3);
  CHECK(player.at() == "part:average");
  CHECK(piece(player, "kept") == 16);  // the switch is not seen there
  player.settled("answer number 4");
  CHECK(player.at() == "part:groups");
  CHECK(piece(player, "kept") == 4);
  CHECK(player.session.answers[2].right);
  player.settled("rewind; goto part:groups");
  CHECK(piece(player, "kept") == 8);  // the walk's own again
}

TEST_CASE("knobs: whatever was turned by hand, every question finds the walk's setting") {
  for (const char* lesson : {"scale", "heads", "order", "block", "cost", "mistakes"}) {
    CAPTURE(lesson);
    Player plain(lesson), turned(lesson);
    const Document& document = *plain.session.document;
    for (std::size_t i = 0; i < document.knobs.size(); ++i)
      for (const std::string& part : document.parts) {
        turned.settled("goto part:" + part);
        turned.act(action::TurnKnob{static_cast<int>(i), document.knobs[i].places() - 1});
      }
    for (std::size_t q = 0; q < document.questions.size(); ++q) {
      const std::string ask = "ask " + std::to_string(q + 1);
      plain.settled(ask);
      turned.settled(ask);
      CHECK(knob_places(plain.session) == knob_places(turned.session));
    }
  }
}

TEST_CASE("order: no place of k lies before the first; cost: one rule for bytes") {
  Player order("order");
  order.settled("goto part:rope; knob from 12; knob apart 12");
  CHECK(piece(order, "rope_key_place") == 0);
  Player cost("cost");
  cost.settled("goto part:memory; knob n 16");
  const Reference bytes = parse_reference("piece chosen_bytes | bytes", *cost.session.document);
  CHECK(reference_text(bytes, *cost.session.document) == "piece chosen_bytes 1 1 | bytes");
  const auto pieces = shown_pieces(cost.session);
  CHECK(said(bytes, {*cost.session.document, cost.trace(), 0, pieces.get()}) == "1\u00a0KB");
}

TEST_CASE("scale: what Divide says follows the knob") {
  Player player("scale");
  player.settled("goto part:divide; knob d 64");
  CHECK(piece(player, "gradient_scaled") == piece(player, "gradient"));
  player.settled("knob scale off");
  CHECK(piece(player, "gradient_plain") == piece(player, "gradient"));
}
