// [rnn] of a lesson: what stands in the file, what is computed from it, and what a mistake is told.

#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/assets/assets.h"
#include "core/document/library.h"
#include "core/document/qkv_file.h"
#include "core/document/trace_json.h"
#include "core/sequence/cells.h"
#include "core/text/input_error.h"

using namespace qkv;

namespace {

double piece(const Document& document, const std::string& name, std::size_t i = 0) {
  return static_cast<double>(document.pieces->computed.at(name).data.at(i));
}

std::string refusal(const std::string& text) {
  try {
    parse_qkv(text, "mine.qkv", "mine");
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

}  // namespace

TEST_CASE("rnn: the plain chain, written out with its own loops") {
  const DocumentPtr document = load_lesson("rnn");
  const auto& given = document->pieces->given;
  const Tensor &w = given.at("w"), &u = given.at("u"), &b = given.at("b"), &x = given.at("inputs");
  const int n = document->n(), d = w.rows;
  REQUIRE(n == 20);
  std::vector<double> h(static_cast<std::size_t>(d), 0.0);
  // How far h_t moves when one number of h_1 is nudged, both ways: columns of ∂h_t/∂h_1.
  constexpr double kNudge = 1e-4;
  const auto run_from = [&](int from, std::vector<double> start, int to) {
    for (int t = from; t <= to; ++t) {
      std::vector<double> next(start.size());
      for (int i = 0; i < d; ++i) {
        double sum = static_cast<double>(b.data[static_cast<std::size_t>(i)]);
        for (int j = 0; j < d; ++j)
          sum += static_cast<double>(w.data[static_cast<std::size_t>(i * d + j)]) *
                 start[static_cast<std::size_t>(j)];
        for (int j = 0; j < x.columns; ++j)
          sum += static_cast<double>(u.data[static_cast<std::size_t>(i * x.columns + j)]) *
                 static_cast<double>(x.data[static_cast<std::size_t>(t * x.columns + j)]);
        next[static_cast<std::size_t>(i)] = std::tanh(sum);
      }
      start = next;
    }
    return start;
  };
  const std::vector<double> first = run_from(0, h, 0);
  for (int t = 0; t < n; ++t) {
    const std::vector<double> state = run_from(0, h, t);
    for (int i = 0; i < d; ++i)
      CHECK(piece(*document, "state", static_cast<std::size_t>(t * d + i)) ==
            doctest::Approx(state[static_cast<std::size_t>(i)]).epsilon(1e-6));
    if (t == 0) continue;
    for (int j = 0; j < d; ++j) {
      std::vector<double> more = first, less = first;
      more[static_cast<std::size_t>(j)] += kNudge;
      less[static_cast<std::size_t>(j)] -= kNudge;
      const auto up = run_from(1, more, t), down = run_from(1, less, t);
      for (int i = 0; i < d; ++i) {
        const auto at = static_cast<std::size_t>(i);
        CHECK(std::abs(
                  piece(*document, "since_first", static_cast<std::size_t>((t * d + i) * d + j)) -
                  (up[at] - down[at]) / (2 * kNudge)) < 1e-6);
      }
    }
  }
}

TEST_CASE("rnn: what the lesson says holds in its numbers") {
  const DocumentPtr document = load_lesson("rnn");
  const std::size_t last = 19;
  CHECK(piece(*document, "fading") == 1);
  CHECK(piece(*document, "fading", last) < 1e-3);
  CHECK(piece(*document, "fading", last) < piece(*document, "fading_gru", last));
  CHECK(piece(*document, "fading_gru", last) < piece(*document, "fading_lstm", last));
  CHECK(piece(*document, "fading_lstm", last) < 1);
  CHECK(std::pow(piece(*document, "kept") / 100, 19) ==
        doctest::Approx(piece(*document, "fading", last)).epsilon(1e-4));
  CHECK(piece(*document, "one_in", last) * piece(*document, "fading", last) ==
        doctest::Approx(1).epsilon(1e-6));
  CHECK(piece(*document, "chain_path") == 19);
  CHECK(piece(*document, "attention_path") == 1);
  CHECK(piece(*document, "chain_steps") == 20);
  CHECK(piece(*document, "attention_steps") == 1);
  CHECK(piece(*document, "attention_memory") == 400);
  CHECK(piece(*document, "equal_length") == doctest::Approx(512));
  for (const char* gate : {"gru_update", "lstm_forget"})
    for (std::size_t i = 0; i < 60; ++i) {
      CHECK(piece(*document, gate, i) > 0.45);
      CHECK(piece(*document, gate, i) < 1);
    }
}

TEST_CASE("rnn: qkv trace prints the pieces, and no stage of attention") {
  const DocumentPtr document = load_lesson("rnn");
  Trace trace;
  trace_of(*document, document->options, {}, trace);
  std::string text;
  write_trace_json(*document, trace, std::nullopt, [&](std::string_view part) { text += part; });
  const auto json = nlohmann::json::parse(text);
  CHECK(json.at("lesson") == "rnn");
  CHECK_FALSE(json.contains("weights"));
  const auto& pieces = json.at("pieces");
  CHECK(pieces.at("fading").size() == 20);
  CHECK(pieces.at("state").size() == 20);
  CHECK(pieces.at("jacobian").size() == 20);
  CHECK(pieces.at("jacobian")[3].size() == 3);
  CHECK(pieces.at("fading")[19].get<float>() == document->pieces->computed.at("fading").data[19]);
}

TEST_CASE("rnn: a text names a piece by its place or by the word") {
  const DocumentPtr document = load_lesson("rnn");
  Trace trace;
  trace_of(*document, document->options, {}, trace);
  const auto says = [&](const char* name) {
    return said(parse_reference(name, *document), {*document, trace, 0});
  };
  const auto value = [&](const char* name) {
    return value_of(parse_reference(name, *document), {*document, trace, 0});
  };
  CHECK(says("piece chain_path") == "19");
  CHECK(says("piece chain_hops house") == "8");
  CHECK(says("piece chain_hops 12") == "8");
  CHECK(says("piece lengths 6 | figures 3") == "4,096");
  CHECK(says("piece fading purr | figures 3").starts_with("0.0000"));
  CHECK(value("piece state 20 2") == piece(*document, "state", 58));
  CHECK(value("piece state purr 2") == piece(*document, "state", 58));
  CHECK(value("piece fading the#2") == piece(*document, "fading", 9));
  for (const char* name : {"piece fading 20", "piece state 20 2", "piece words", "piece fading ?",
                           "piece one_in purr | figures 3"}) {
    const Reference reference = parse_reference(name, *document);
    CHECK(parse_reference(reference_text(reference, *document), *document) == reference);
  }
  const auto refused = [&](const char* name) -> std::string {
    try {
      parse_reference(name, *document);
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  CHECK(refused("piece fadign 20").find("did you mean fading") != std::string::npos);
  CHECK(refused("piece fading 21").find("count from 1 to 20") != std::string::npos);
  CHECK(refused("piece state 20 4").find("count from 1 to 3") != std::string::npos);
  CHECK_FALSE(refused("piece fading 20 | figures 9").empty());
  CHECK_FALSE(refused("piece").empty());
  const DocumentPtr cat = load_lesson("cat");
  CHECK_THROWS_AS(parse_reference("piece fading 20", *cat), InputError);
}

TEST_CASE("rnn: a mistake in the lesson gets file, line, what and how to mend it") {
  const std::string good(asset_text("lessons/rnn.qkv"));
  REQUIRE(refusal(good).empty());
  struct Mistake {
    const char *what, *with, *says;
  };
  const Mistake mistakes[] = {
      {"  [0.3, 1.0, 0.0],                    # purr\n", "", "19 rows, there are 20 words"},
      {"w = [[0.7, -0.4, 0.1], [0.4, 0.6, -0.3], [0.2, 0.2, 0.7]]", "w = [[0.7, -0.4, 0.1]]",
       "as many rows as columns"},
      {"b = [[0.0, 0.0, 0.0]]", "b = [[0.0, 0.0]]", "1 rows of 3"},
      {"b = [[0.0, 0.0, 0.0]]", "", "rnn.b: is missing"},
      {"b = [[0.0, 0.0, 0.0]]", "b = [[0.0, 0.0, nan]]", ""},
      {"gru_w = [", "gru_v = [", "did you mean gru_w"},
      {"gru_b = [[0.0, 0.0, 0.0], ", "gru_b = [", "reset, update, new"},
      {"lengths = [[16, 64,", "lengths = [[64, 16,", "growing numbers"},
      {"parts = [\"chain\"", "parts = [\"chian\"", "did you mean \"chain\""},
      {"{piece fading house |", "{piece fading hause |", "did you mean house"},
      {"seconds = 4", "seconds = 400", "give 0.1 to 20"},
      {"answer = \"piece chain_ready ?\"", "answer = \"piece chain_ready 3\"", "1 ?"},
  };
  for (const Mistake& mistake : mistakes) {
    const std::string says = refusal(replaced(good, mistake.what, mistake.with));
    CAPTURE(mistake.with);
    CAPTURE(says);
    CHECK(says.starts_with("mine.qkv:"));
    CHECK(std::isdigit(static_cast<unsigned char>(says[9])) != 0);
    CHECK(says.find(mistake.says) != std::string::npos);
    CHECK(says.find(';') != std::string::npos);
    CHECK(says.find('\n') == std::string::npos);
  }
}

TEST_CASE("rnn: written and read back it is the same lesson") {
  const DocumentPtr document = load_lesson("rnn");
  const DocumentPtr again = parse_qkv(write_qkv(*document), document->origin, document->id);
  CHECK(*again == *document);
  CHECK(again->steps[1].formula == document->steps[1].formula);
  CHECK(again->steps[1].seconds == 4);
}
