#include "core/session/timeline.h"

#include <limits>
#include <numeric>

#include <doctest/doctest.h>

#include "core/text/input_error.h"
#include "core/text/texts.h"

using namespace qkv;

namespace {

WalkShape shape_of(int keys, std::vector<int> visible) {
  WalkShape shape;
  shape.keys = keys;
  shape.hides = static_cast<int>(visible.size()) < keys;
  shape.visible = std::move(visible);
  return shape;
}

WalkShape all_visible(int keys) {
  std::vector<int> visible(static_cast<std::size_t>(keys));
  std::iota(visible.begin(), visible.end(), 0);
  return shape_of(keys, visible);
}

std::string walk_of(const WalkShape& shape, const std::vector<std::string>& words) {
  std::string text;
  for (const Stop& stop : stops_of(shape)) {
    if (passed(shape, stop)) continue;
    text += (text.empty() ? "" : " ") + stop_text(stop, words);
  }
  return text;
}

const std::vector<std::string> kCat = {"the", "cat", "ate", "its", "fish"};

}  // namespace

TEST_CASE("a walk's stops: full attention passes Mask") {
  CHECK(walk_of(all_visible(5), kCat) ==
        "start score:plane score:the score:cat score:ate score:its score:fish scale "
        "softmax:max softmax:exp softmax:stack softmax:divide "
        "mix:the mix:cat mix:ate mix:its mix:fish mix:z "
        "all:scores all:masked all:weights all:z");
}

TEST_CASE("a walk's stops: hidden keys are scored, but not mixed") {
  CHECK(walk_of(shape_of(5, {0, 1}), kCat) ==
        "start score:plane score:the score:cat score:ate score:its score:fish scale mask "
        "softmax:max softmax:exp softmax:stack softmax:divide mix:the mix:cat mix:z "
        "all:scores all:masked all:weights all:z");
}

TEST_CASE("a row with nothing to see mixes z alone") {
  const WalkShape shape = shape_of(2, {});
  CHECK(walk_of(shape, kCat) ==
        "start score:plane score:the score:cat scale mask softmax:max softmax:exp softmax:stack "
        "softmax:divide mix:z all:scores all:masked all:weights all:z");
}

TEST_CASE("the scale switched off: Scale is passed; neither scale nor mask: All words has three") {
  WalkShape shape = all_visible(1);
  shape.scaled = false;
  CHECK(walk_of(shape, kCat) ==
        "start score:plane score:the softmax:max softmax:exp softmax:stack softmax:divide "
        "mix:the mix:z all:scores all:weights all:z");
  shape.hides = true;
  CHECK(walk_of(shape, kCat).find("all:masked") != std::string::npos);
}

TEST_CASE("projection has three stops") {
  WalkShape shape = all_visible(1);
  shape.has_projection = true;
  CHECK(walk_of(shape, kCat).substr(0, 44) == "start project:q project:k project:v score:pl");
}

TEST_CASE("above 8 keys: the first, the second, the rest") {
  const std::vector<std::string> words = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
  CHECK(walk_of(all_visible(8), words).find("score:h") != std::string::npos);
  CHECK(walk_of(all_visible(8), words).find("rest") == std::string::npos);
  CHECK(walk_of(all_visible(9), words) ==
        "start score:plane score:a score:b score:rest scale softmax:max softmax:exp softmax:stack "
        "softmax:divide mix:a mix:b mix:rest mix:z all:scores all:masked all:weights all:z");
  // Few enough visible keys are mixed one by one, however long the sentence is.
  CHECK(walk_of(shape_of(9, {2, 5, 8}), words).find("mix:c mix:f mix:i mix:z") !=
        std::string::npos);
}

TEST_CASE("a recording passes what it has no numbers for") {
  WalkShape shape = all_visible(2);
  shape.has_scores = shape.has_output = false;
  CHECK(walk_of(shape, kCat) ==
        "start scale softmax:max softmax:exp softmax:stack softmax:divide all:masked all:weights");
  shape.has_scaled = false;
  CHECK(walk_of(shape, kCat) == "start softmax:divide all:weights");
  std::vector<Stage> stages;
  for (const Stop& last : stages_of(shape)) stages.push_back(last.stage);
  CHECK(stages == std::vector<Stage>{Stage::start, Stage::softmax, Stage::all});
  CHECK_THROWS_WITH_AS(parse_stop("score", shape, kCat),
                       "stop \"score\": this file has no numbers for it", InputError);
  CHECK_THROWS_AS(parse_stop("softmax:exp", shape, kCat), InputError);
  CHECK(parse_stop("all", shape, kCat).beat == Beat::all_weights);
}

TEST_CASE("stages of a walk are those it rests at") {
  CHECK(stages_of(all_visible(3)).size() == 6);
  CHECK(stages_of(shape_of(3, {0})).size() == 7);
}

TEST_CASE("stops are in time order, and every text reads back") {
  for (const int keys : {1, 2, 8, 9, 30}) {
    std::vector<std::string> words;
    for (int i = 0; i < keys; ++i) words.push_back(i % 3 == 0 ? "rest" : i % 3 == 1 ? "z" : "a b");
    WalkShape shape = all_visible(keys);
    shape.has_projection = true;
    const std::vector<Stop> stops = stops_of(shape);
    for (std::size_t i = 0; i < stops.size(); ++i) {
      if (i > 0) CHECK(earlier(stops[i - 1], stops[i]));
      CHECK(parse_stop(stop_text(stops[i], words), shape, words) == stops[i]);
    }
  }
}

TEST_CASE("what is offered instead of a stop that is not there is there") {
  const auto offered = [](const WalkShape& shape, const std::vector<std::string>& words) {
    try {
      parse_stop("mix:nobody", shape, words);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::vector<std::string> words = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
  CHECK(offered(all_visible(3), kCat).find("mix has z") != std::string::npos);
  CHECK(offered(all_visible(3), kCat).find("rest") == std::string::npos);
  CHECK(offered(all_visible(9), words).find("rest") != std::string::npos);
}

TEST_CASE("a bare stage is its last stop") {
  const WalkShape shape = all_visible(5);
  CHECK(stop_text(parse_stop("score", shape, kCat), kCat) == "score:fish");
  CHECK(stop_text(parse_stop("mask", shape, kCat), kCat) == "mask");
  CHECK(stop_text(parse_stop("mix", shape, kCat), kCat) == "mix:z");
  CHECK(stop_text(parse_stop(" all ", shape, kCat), kCat) == "all:z");
  CHECK(stop_text(parse_stop("score:3", shape, kCat), kCat) == "score:its");
}

TEST_CASE("above 8 keys a key's name leads to the stop that shows it") {
  const std::vector<std::string> words = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
  const WalkShape shape = all_visible(9);
  CHECK(stop_text(parse_stop("score:h", shape, words), words) == "score:rest");
  CHECK(stop_text(parse_stop("mix:h", shape, words), words) == "mix:rest");
}

TEST_CASE("a stop that is not there is refused with what there is") {
  const WalkShape shape = shape_of(5, {0, 1});
  CHECK_THROWS_WITH_AS(parse_stop("scores", shape, kCat),
                       "stop \"scores\": no stage \"scores\"; the stages are: start, project, "
                       "score, scale, mask, softmax, mix, all",
                       InputError);
  CHECK_THROWS_WITH_AS(parse_stop("softmax:tower", shape, kCat),
                       "stop \"softmax:tower\": softmax has max, exp, stack, divide", InputError);
  CHECK_THROWS_WITH_AS(parse_stop("mask:cat", shape, kCat),
                       "stop \"mask:cat\": mask has one stop only", InputError);
  CHECK_THROWS_WITH_AS(parse_stop("mix:its", shape, kCat),
                       "stop \"mix:its\": the mask hides \"its\" from the chosen word, so that it "
                       "adds nothing to the mix; choose another word or mask",
                       InputError);
  CHECK_THROWS_AS(parse_stop("score:dog", shape, kCat), InputError);
  CHECK_THROWS_AS(parse_stop("score:", shape, kCat), InputError);
  CHECK_THROWS_AS(parse_stop("", shape, kCat), InputError);
  CHECK_THROWS_AS(parse_stop("project", shape, kCat), InputError);
}

TEST_CASE("amounts: what lies before is done, the running beat grows, the rest waits") {
  const WalkShape shape = all_visible(3);
  const Moment moment{{Stage::score, Beat::score_key, 1}, 0.25f, {}};
  CHECK(amount(shape, moment, {Stage::score, Beat::score_plane, -1}) == 1.0f);
  CHECK(amount(shape, moment, {Stage::score, Beat::score_key, 0}) == 1.0f);
  CHECK(amount(shape, moment, {Stage::score, Beat::score_key, 1}) == 0.25f);
  CHECK(amount(shape, moment, {Stage::score, Beat::score_key, 2}) == 0.0f);
  CHECK(amount(shape, moment, {Stage::scale, Beat::scale, -1}) == 0.0f);
  CHECK(done(shape, moment, {Stage::start, Beat::start, -1}));
  CHECK_FALSE(done(shape, moment, {Stage::score, Beat::score_key, 1}));
}

TEST_CASE("amounts above 8 keys: the third and later keys come with the rest") {
  const WalkShape shape = all_visible(20);
  const Moment score{{Stage::score, Beat::score_rest, -1}, 0.5f, {}};
  CHECK(amount(shape, score, {Stage::score, Beat::score_key, 1}) == 1.0f);
  CHECK(amount(shape, score, {Stage::score, Beat::score_key, 2}) == 0.5f);
  CHECK(amount(shape, score, {Stage::score, Beat::score_key, 19}) == 0.5f);
  const Moment second{{Stage::score, Beat::score_key, 1}, 1.0f, {}};
  CHECK(amount(shape, second, {Stage::score, Beat::score_key, 2}) == 0.0f);
  const Moment mix{{Stage::mix, Beat::mix_rest, -1}, 0.5f, {}};
  CHECK(amount(shape, mix, {Stage::mix, Beat::mix_key, 1}) == 1.0f);
  CHECK(amount(shape, mix, {Stage::mix, Beat::mix_key, 2}) == 0.5f);
}

TEST_CASE("amounts: a hidden key is never mixed") {
  const WalkShape shape = shape_of(3, {0, 2});
  const Moment end{{Stage::all, Beat::all_output, -1}, 1.0f, {}};
  CHECK(amount(shape, end, {Stage::mix, Beat::mix_key, 0}) == 1.0f);
  CHECK(amount(shape, end, {Stage::mix, Beat::mix_key, 1}) == 0.0f);
  CHECK(amount(shape, end, {Stage::score, Beat::score_key, 1}) == 1.0f);
}

TEST_CASE("amounts of another row in All words: what it lacked fills together") {
  const WalkShape shape = all_visible(3);
  const Stop reached{Stage::score, Beat::score_key, 0};
  const Moment scores{{Stage::all, Beat::all_scores, -1}, 0.5f, reached};
  CHECK(amount(shape, scores, {Stage::score, Beat::score_key, 0}) == 1.0f);
  CHECK(amount(shape, scores, {Stage::score, Beat::score_key, 1}) == 0.5f);
  CHECK(amount(shape, scores, {Stage::score, Beat::score_key, 2}) == 0.5f);
  CHECK(amount(shape, scores, {Stage::scale, Beat::scale, -1}) == 0.0f);
  const Moment weights{{Stage::all, Beat::all_weights, -1}, 0.25f, reached};
  CHECK(amount(shape, weights, {Stage::mask, Beat::mask, -1}) == 1.0f);
  CHECK(amount(shape, weights, {Stage::softmax, Beat::softmax_divide, -1}) == 0.25f);
  CHECK(amount(shape, weights, {Stage::mix, Beat::mix_z, -1}) == 0.0f);
  CHECK(amount(shape, weights, {Stage::all, Beat::all_masked, -1}) == 1.0f);
}

TEST_CASE("the nearest earlier stop") {
  const WalkShape shape = shape_of(5, {0, 1});
  const auto nearest = [&](Beat beat, int key) {
    return stop_text(nearest_stop(shape, {Stage::mix, beat, key}), kCat);
  };
  CHECK(nearest(Beat::mix_key, 1) == "mix:cat");
  CHECK(nearest(Beat::mix_key, 3) == "mix:cat");
  CHECK(nearest(Beat::mix_rest, -1) == "mix:cat");
  CHECK(nearest_stop(shape_of(5, {2}), {Stage::mix, Beat::mix_key, 0}).beat ==
        Beat::softmax_divide);
}

TEST_CASE("ease runs 0 to 1, is symmetric, and takes anything") {
  CHECK(ease(0) == 0.0f);
  CHECK(ease(1) == 1.0f);
  CHECK(ease(-3) == 0.0f);
  CHECK(ease(7) == 1.0f);
  CHECK(ease(std::numeric_limits<float>::quiet_NaN()) == 0.0f);
  for (float t = 0; t <= 1; t += 0.05f) CHECK(ease(t) + ease(1 - t) == doctest::Approx(1));
}

TEST_CASE("every beat has a name, and texts of its own in story and scenes") {
  for (int i = 0; i <= static_cast<int>(Beat::all_output); ++i) {
    const std::string id(beat_id(static_cast<Beat>(i)));
    for (const char* part : {"story.", "landscape.", "sentence."}) {
      CAPTURE(part + id);
      CHECK_FALSE(text(part + id + ".title").empty());
    }
  }
}

TEST_CASE("timeline: each part of a lesson is a stage of its own") {
  WalkShape shape;
  shape.parts = 3;
  shape.only_parts = true;
  const auto part = [](int i) { return Stop{Stage::part, Beat::part, i}; };
  REQUIRE(stages_of(shape).size() == 4);
  CHECK(stages_of(shape).back() == part(2));
  CHECK(next_stage_stop(shape, Stop{}) == part(0));
  CHECK(next_stage_stop(shape, part(0)) == part(1));
  CHECK(next_stage_stop(shape, part(2)) == part(2));
  CHECK(previous_stage_stop(shape, part(2)) == part(1));
  CHECK(previous_stage_stop(shape, part(0)) == Stop{});
}

TEST_CASE("timeline: parts may follow the attention, and the walk comes to them last") {
  WalkShape shape;
  shape.keys = 2;
  shape.visible = {0, 1};
  shape.parts = 3;
  shape.parts_after = 2;
  const std::vector<Stop> stops = stops_of(shape);
  CHECK(stops[1] == Stop{Stage::part, Beat::part, 0});
  CHECK(stops[2].stage == Stage::score);
  CHECK(stops.back() == Stop{Stage::after, Beat::after, 2});
  CHECK(next_stop(shape, {Stage::all, Beat::all_output, -1}) == Stop{Stage::after, Beat::after, 1});
  CHECK(next_stage_stop(shape, {Stage::after, Beat::after, 1}) == stops.back());
  for (std::size_t i = 0; i + 1 < stops.size(); ++i) CHECK(earlier(stops[i], stops[i + 1]));
  const std::vector<std::string> words = {"a", "b"}, parts = {"one", "two", "three"};
  for (const Stop& stop : stops)
    CHECK(parse_stop(stop_text(stop, words, parts), shape, words, parts) == stop);
  CHECK(stop_text(stops.back(), words, parts) == "part:three");
}
