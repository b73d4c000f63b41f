#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/picture/number_of.h"
#include "tests/picture/sentence_support.h"

using namespace qkv;
using test::beam_to;
using Kind = Quantity::Kind;

namespace {

constexpr int kThe = 0, kCat = 1, kAte = 2, kIts = 3, kFish = 4;

test::Scene cat(std::string_view script) { return test::Scene(load_lesson("cat"), script); }

std::string label(const SentencePicture& picture, int key) {
  const Beam* const beam = beam_to(picture, key);
  return beam ? beam->label : "no beam";
}

DocumentPtr recorded(bool with_scaled) {
  auto document = std::make_shared<Document>();
  document->query_words = document->key_words = {"Hello", "Ġcat", "##s"};
  document->recording = Recording{1, 1, {}, {}};
  document->recording->weights = {Tensor{1, 3, 3, {1, 0, 0, 0.25f, 0.75f, 0, 0.5f, 0.25f, 0.25f}}};
  if (with_scaled) {
    const float ln3 = std::log(3.0f), ln2 = std::log(2.0f);
    document->recording->scaled = {Tensor{1, 3, 3, {0, -9, -9, 0, ln3, -9, ln2, 0, 0}}};
  }
  return document;
}

}  // namespace

TEST_CASE("sentence: words only at the start, then a beam a key") {
  CHECK(cat("select its; goto start").picture().beams.empty());
  CHECK(cat("select its; goto score:plane").picture().beams.empty());
  const SentencePicture picture = cat("select its; goto score:cat").picture();
  REQUIRE(picture.beams.size() == 2);
  CHECK(picture.acting == kCat);
  REQUIRE(beam_to(picture, kCat));
  CHECK(beam_to(picture, kCat)->emphasis == Emphasis::acting);
  CHECK(label(picture, kCat) == "6");
  CHECK(label(picture, kThe) == "0");
  CHECK(beam_to(picture, kCat)->quantity == Quantity{Kind::score, 0, 0, kIts, kCat, -1});
  CHECK(picture.query_vectors[kIts] == "2, 0");
  CHECK(picture.key_vectors[kCat] == "3, 0");
}

TEST_CASE("sentence: a beam grows while its beat runs") {
  test::Scene scene = cat("select its; goto score:the");
  apply(scene.session, scene.trace(), action::Next{});
  advance(scene.session, scene.trace(), 0.25f);
  const SentencePicture picture = scene.picture();
  const Beam* const beam = beam_to(picture, kCat);
  REQUIRE(beam);
  CHECK(beam->shown > 0);
  CHECK(beam->shown < 1);
  CHECK(beam_to(picture, kThe)->shown == 1);
  CHECK(beam_to(picture, kAte) == nullptr);
}

TEST_CASE("sentence: labels are the trace's numbers at every stage") {
  test::Scene scene = cat("select its");
  const auto check = [&](const char* stop, auto value, Kind kind) {
    run_script(scene.session, scene.traces, std::string("goto ") + stop);
    const Trace& trace = scene.trace();
    const SentencePicture picture = scene.picture();
    for (int key = 0; key < 5; ++key) {
      CAPTURE(stop);
      REQUIRE(beam_to(picture, key));
      CAPTURE(key);
      CHECK(label(picture, key) == number_of(kind, static_cast<double>(value(trace, key))));
      CHECK(beam_to(picture, key)->quantity.kind == kind);
    }
  };
  const auto scaled = [](const Trace& t, int k) { return t.scaled(0, kIts, k); };
  check(
      "score", [](const Trace& t, int k) { return t.score(0, kIts, k); }, Kind::score);
  check("scale", scaled, Kind::scaled);
  check(
      "softmax:exp",
      [](const Trace& t, int k) { return std::exp(t.scaled(0, kIts, k) - t.row_max[kIts]); },
      Kind::exp);
  check(
      "softmax:divide", [](const Trace& t, int k) { return t.weight(0, kIts, k); }, Kind::weight);
  check(
      "mix", [](const Trace& t, int k) { return t.weight(0, kIts, k); }, Kind::weight);
  check(
      "all:scores", [](const Trace& t, int k) { return t.score(0, kIts, k); }, Kind::score);
  check("all:masked", scaled, Kind::masked);
  check(
      "all:weights", [](const Trace& t, int k) { return t.weight(0, kIts, k); }, Kind::weight);
}

TEST_CASE("sentence: at the maximum the labels are score minus maximum") {
  const SentencePicture picture = cat("select its; goto softmax:max").picture();
  CHECK(label(picture, kCat) == "0");
  CHECK(label(picture, kThe) == "−4.24");
  CHECK(beam_to(picture, kThe)->quantity.kind == Kind::masked);
  CHECK(picture.subtitle.find("4.24") != std::string::npos);
}

TEST_CASE("sentence: widths are in proportion to scores, then to weights") {
  test::Scene scene = cat("select its; goto score");
  SentencePicture picture = scene.picture();
  const float six = beam_to(picture, kCat)->width;
  CHECK(six == doctest::Approx(1));  // the largest of the lesson
  CHECK(beam_to(picture, kIts)->width == doctest::Approx(six / 6));
  CHECK(beam_to(picture, kFish)->width == doctest::Approx(six / 3));
  run_script(scene.session, scene.traces, "goto scale");
  CHECK(scene.picture().beams.back().width == doctest::Approx(six / std::sqrt(2.0f)));
  run_script(scene.session, scene.traces, "goto softmax");
  picture = scene.picture();
  for (const Beam& beam : picture.beams) {
    CHECK(beam.width == doctest::Approx(scene.trace().weight(0, kIts, beam.key)));
  }
}

TEST_CASE("sentence: a negative score is dashed, its weight is not") {
  auto document = std::make_shared<Document>(*load_lesson("cat"));
  document->keys.data[2 * kCat] = -3;  // its · cat = −6
  test::Scene scene(document, "select its; goto score");
  SentencePicture picture = scene.picture();
  CHECK(beam_to(picture, kCat)->negative);
  CHECK_FALSE(beam_to(picture, kFish)->negative);
  CHECK(label(picture, kCat) == "−6");
  CHECK(beam_to(picture, kCat)->width == doctest::Approx(1));
  run_script(scene.session, scene.traces, "goto softmax");
  picture = scene.picture();
  CHECK_FALSE(beam_to(picture, kCat)->negative);
}

TEST_CASE("sentence: hidden keys are dotted and read −∞ from Mask on, 0 after softmax") {
  test::Scene scene = cat("select cat; mask causal; goto score");
  CHECK(beam_to(scene.picture(), kFish)->hidden == 0);
  run_script(scene.session, scene.traces, "goto mask");
  SentencePicture picture = scene.picture();
  for (const int key : {kAte, kIts, kFish}) {
    CHECK(beam_to(picture, key)->hidden == 1);
    CHECK(label(picture, key) == "−∞");
  }
  for (const int key : {kThe, kCat}) {
    CHECK(beam_to(picture, key)->hidden == 0);
    CHECK(label(picture, key) == "0");
  }
  run_script(scene.session, scene.traces, "goto softmax:max");
  CHECK(label(scene.picture(), kFish) == "−∞");
  run_script(scene.session, scene.traces, "goto softmax");
  picture = scene.picture();
  CHECK(label(picture, kFish) == "0");
  CHECK(label(picture, kThe) == "0.500");
  CHECK(beam_to(picture, kFish)->width == 0);
}

TEST_CASE("sentence: rows with one key, with none, and with nothing to tell apart") {
  CHECK(cat("select the; mask causal; goto mask").picture().note ==
        "Only one to look at: weight 1");
  CHECK(cat("select the; mask padding:5; goto mask").picture().note == "Nothing to see: z = 0");
  test::Scene none = cat("select its; mask padding:5; goto mix");
  const SentencePicture picture = none.picture();
  CHECK(picture.note == "Nothing to see: z = 0");
  for (const Beam& beam : picture.beams) {
    CHECK(beam.width == 0);
    CHECK(beam.hidden == 1);
  }
  CHECK(picture.output == "z = [0, 0]");
  auto document = std::make_shared<Document>(*load_lesson("cat"));
  document->queries.data[2 * kIts] = 0;
  CHECK(test::Scene(document, "select its; goto score").picture().note ==
        "Every score is 0: attention is equal");
  CHECK(test::Scene(document, "select its; goto score:cat").picture().note.empty());
  CHECK(cat("select its; goto mix").picture().note.empty());
}

TEST_CASE("sentence: values travel to the query and add up to z") {
  test::Scene scene = cat("select its; goto mix:the");
  apply(scene.session, scene.trace(), action::Next{});
  advance(scene.session, scene.trace(), 0.3f);
  SentencePicture picture = scene.picture();
  CHECK(beam_to(picture, kCat)->packet > 0);
  CHECK(beam_to(picture, kCat)->packet < 1);
  CHECK(picture.output_partial);
  run_script(scene.session, scene.traces, "goto mix:cat");
  picture = scene.picture();
  CHECK(beam_to(picture, kCat)->packet == 1);
  CHECK(beam_to(picture, kFish)->packet == 0);
  CHECK(picture.packet == "0.895 × [1, 0]");
  CHECK(picture.output == "Σ = [0.895, 0]");
  CHECK(picture.values == 1);
  run_script(scene.session, scene.traces, "goto mix");
  picture = scene.picture();
  CHECK(picture.output == "z = [0.903, 0.059]");
  CHECK_FALSE(picture.output_partial);
  CHECK(picture.output_quantity == Quantity{Kind::output, 0, 0, kIts, -1, -1});
}

TEST_CASE("sentence: at All words every row is there, faintly") {
  const SentencePicture picture = cat("select its; goto all:weights").picture();
  CHECK(picture.beams.size() == 25);
  CHECK(std::count_if(picture.beams.begin(), picture.beams.end(), [](const Beam& beam) {
          return beam.emphasis == Emphasis::faint && beam.row != kIts && beam.label.empty();
        }) == 20);
  const SentencePicture causal = cat("select its; mask causal; goto all:weights").picture();
  CHECK(causal.beams.size() == 15 + 1);  // what its may not see stays dotted
}

TEST_CASE("sentence: above 64 words the strongest 200 beams are kept, and counted") {
  test::Scene scene(test::made_up(512), "select 3; goto softmax");
  const SentencePicture picture = scene.picture();
  REQUIRE(picture.beams.size() == 200);
  CHECK(picture.beams_of == 512);
  float weakest = 1;
  for (const Beam& beam : picture.beams) weakest = std::min(weakest, beam.width);
  int stronger = 0;
  for (int key = 0; key < 512; ++key) stronger += scene.trace().weight(0, 3, key) > weakest ? 1 : 0;
  CHECK(stronger == 199);
  run_script(scene.session, scene.traces, "goto all");
  const SentencePicture all = scene.picture();
  CHECK(all.beams.size() == 200);
  CHECK(all.beams_of == 512 * 512);
  CHECK(test::Scene(test::made_up(64), "select 3; goto softmax").picture().beams_of == 0);
  // Hidden keys are no beams that were left out.
  CHECK(
      test::Scene(test::made_up(512), "mask causal; select 300; goto softmax").picture().beams_of ==
      301);
  CHECK(test::Scene(test::made_up(512), "mask causal; select 3; goto softmax").picture().beams_of ==
        0);
}

TEST_CASE("sentence: numbers stay those of one mixture while the word changes") {
  test::Scene scene = cat("select its; goto softmax");
  apply(scene.session, scene.trace(), action::Select{kCat});
  advance(scene.session, scene.trace(), 0.2f);
  float sum = 0;
  bool between = false;
  for (const Beam& beam : scene.picture().beams) {
    if (beam.row != kCat) continue;
    sum += beam.width;
    const float from = scene.trace().weight(0, kIts, beam.key);
    const float to = scene.trace().weight(0, kCat, beam.key);
    between = between || (beam.width != from && beam.width != to);
  }
  CHECK(sum == doctest::Approx(1));
  CHECK(between);
}

TEST_CASE("sentence: recordings show what they hold, words as people write them") {
  test::Scene weights(recorded(false), "select 1; goto softmax");
  SentencePicture picture = weights.picture();
  CHECK(picture.queries == std::vector<std::string>{"Hello", "cat", "·s"});
  CHECK(label(picture, 0) == "0.250");
  CHECK(label(picture, 1) == "0.750");
  CHECK(picture.query_vectors[0].empty());
  CHECK(picture.output.empty());
  CHECK(test::Scene(recorded(false), "goto start").picture().beams.empty());

  test::Scene scaled(recorded(true), "select 1; goto scale");
  picture = scaled.picture();
  CHECK(label(picture, 1) == "1.1");
  CHECK(beam_to(picture, 1)->quantity.kind == Kind::scaled);
  CHECK(picture.title == "Scaled scores, as recorded");
}
