// Every row of the table of exporters, on every kind of lesson; and that what they write is what
// the page and the trace say.

#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/page/outline.h"
#include "core/session/action.h"
#include "core/share/exporter.h"
#include "core/share/svg.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"
#include "tests/support/hand_made.h"

using namespace qkv;

namespace {

ExportSource source_of(DocumentPtr document, const char* script) {
  ExportSource source;
  source.session = open_session(std::move(document));
  settle(source.session, source.trace());
  run_script(source.session, *source.traces, script);
  source.size = {1280, 720, 0};
  source.draw = [](const Page& page) {
    Pixels pixels{static_cast<int>(page.size.x), static_cast<int>(page.size.y), {}};
    pixels.rgba.assign(static_cast<std::size_t>(pixels.width * pixels.height) * 4, 200);
    return pixels;
  };
  return source;
}

ExportSource source_of(const char* lesson, const char* script) {
  return source_of(load_lesson(lesson), script);
}

std::string bytes_of(const char* suffix, ExportSource source) {
  const Exporter* const row = exporter_for(std::string("x") + suffix);
  REQUIRE(row != nullptr);
  return export_bytes(*row, std::move(source));
}

std::string unescaped(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}};
  for (const auto& [name, sign] : kNames)
    for (std::size_t at; (at = text.find(name)) != std::string::npos;)
      text.replace(at, name.size(), sign == "&" ? "\x01" : sign);
  for (char& c : text)
    if (c == '\x01') c = '&';
  return text;
}

struct SvgText {
  std::map<std::string, std::string> attributes;
  std::string words;
};

std::map<std::string, std::string> attributes_in(const std::string& tag) {
  std::map<std::string, std::string> found;
  for (std::size_t at = tag.find(' '); at != std::string::npos;) {
    const std::size_t equals = tag.find("=\"", at);
    if (equals == std::string::npos) break;
    const std::size_t end = tag.find('"', equals + 2);
    found[tag.substr(at + 1, equals - at - 1)] = tag.substr(equals + 2, end - equals - 2);
    at = tag.find(' ', end);
  }
  return found;
}

/// The texts of an SVG in painter's order; CHECKs that its tags are closed in turn.
std::vector<SvgText> texts_of(const std::string& svg) {
  std::vector<SvgText> texts;
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at)) {
    const std::size_t end = svg.find('>', at);
    const std::string tag = svg.substr(at + 1, end - at - 1);
    at = end + 1;
    if (tag[0] == '?') continue;
    const std::size_t next = svg.find('<', at);
    const std::string words = unescaped(next == std::string::npos ? "" : svg.substr(at, next - at));
    if (tag[0] == '/') {
      REQUIRE(!open.empty());
      CHECK(open.back() == tag.substr(1));
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
      if (open.back() == "text") texts.push_back({attributes_in(tag), words});
      if (open.back() == "tspan") texts.back().words += words;
    }
  }
  CHECK(open.empty());
  return texts;
}

std::vector<const Text*> texts_on(const Page& page) {
  std::vector<const Text*> texts;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<Text>(&item.shape); text != nullptr && !is_blank(*text))
      texts.push_back(text);
  return texts;
}

double number_in(std::string words) {
  if (const std::size_t minus = words.find("−"); minus == 0) words.replace(0, 3, "-");
  return words == "-∞" ? -INFINITY : std::strtod(words.c_str(), nullptr);
}

std::vector<std::vector<std::string>> csv_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      rows.back().emplace_back();
    } else if (c == '\n' && !quoted) {
      rows.push_back({""});
    } else if (c != '\r' || quoted) {
      rows.back().back() += c;
    }
  }
  rows.pop_back();
  return rows;
}

DocumentPtr hostile_document() {
  return random_document(4, 7, {"<b>&amp;", "a,\"b\"", "=1+1\n", "\xff\x01 ü🐟"});
}

}  // namespace

TEST_CASE("share: every exporter writes something from every lesson, and the same twice") {
  struct Start {
    DocumentPtr document;
    const char* script;
  };
  std::vector<Start> starts = {{hostile_document(), "select 1; mask causal; end"},
                               {recorded_document(5, true), "end"},
                               {random_document(30, 3), "goto score"}};
  for (const LessonInfo& lesson : lessons()) starts.push_back({load_lesson(lesson.id), "end"});
  for (const Exporter& row : exporters()) {
    CAPTURE(row.suffix);
    CHECK(exporter_for("a/b.c" + std::string(row.suffix)) == &row);
    CHECK_FALSE(text("share." + std::string(row.id)).empty());
    CHECK_FALSE(text("share." + std::string(row.id) + "_help").empty());
    if (!row.missing.empty() || row.extent == Extent::walk) continue;
    for (const Start& start : starts) {
      CAPTURE(start.document->id);
      try {
        const std::string bytes = export_bytes(row, source_of(start.document, start.script));
        CHECK(bytes.size() > 20);
        CHECK(export_bytes(row, source_of(start.document, start.script)) == bytes);
      } catch (const InputError& error) {
        // Only code may say that there is none.
        CHECK(row.suffix == ".py");
        CHECK(std::string(error.what()).find("no code") != std::string::npos);
      }
    }
  }
}

TEST_CASE("share: a file's ending chooses the exporter, in capitals or not") {
  CHECK(exporter_for("X.SVG") == exporter_for("y.svg"));
  for (const char* path : {"x.bmp", "svg", ".svg", "x", "", "x.svg.", "x.svgz"})
    CHECK(exporter_for(path) == nullptr);
}

TEST_CASE("share: work can be given up, and is told how far it is") {
  const Exporter* const row = exporter_for("x.svg");
  CHECK_THROWS_AS(
      export_bytes(*row, source_of("cat", "end"), [](float) { throw InputError("given up"); }),
      InputError);
  float last = -1;
  export_bytes(*row, source_of("cat", "end"), [&](float done) { last = done; });
  CHECK(last == 1.0f);
}

TEST_CASE("share: the SVG's texts are the page's, where the page put them") {
  for (const LessonInfo& lesson : lessons()) {
    CAPTURE(lesson.id);
    ExportSource source = source_of(lesson.id.c_str(), "end");
    const Page page = page_of(source);
    const std::vector<SvgText> written = texts_of(svg_of(page, "t", "d"));
    const std::vector<const Text*> seen = texts_on(page);
    REQUIRE(written.size() == seen.size());
    for (std::size_t i = 0; i < seen.size(); ++i) {
      CHECK(written[i].words == seen[i]->text);
      if (seen[i]->upward) continue;
      CHECK(std::abs(number_in(written[i].attributes.at("x")) -
                     static_cast<double>(seen[i]->baseline.x)) < 0.006);
      CHECK(std::abs(number_in(written[i].attributes.at("y")) -
                     static_cast<double>(seen[i]->baseline.y)) < 0.51);
    }
  }
}

TEST_CASE("share: numbers in the SVG are the trace's") {
  std::map<std::string, int> checked;
  for (const char* script : {"mask causal; goto score", "mask causal; end"}) {
    ExportSource source = source_of("cat", script);
    const std::string svg = bytes_of(".svg", source);
    const Trace& now = source.trace();
    for (const SvgText& text : texts_of(svg)) {
      const auto has = [&](const char* name) { return text.attributes.count(name) > 0; };
      if (!has("data-kind") || !has("data-row") || !has("data-column") || text.words.empty() ||
          text.words.find_first_not_of("−.0123456789∞") != std::string::npos)
        continue;
      const int row = std::atoi(text.attributes.at("data-row").c_str());
      const int column = std::atoi(text.attributes.at("data-column").c_str());
      const std::string& kind = text.attributes.at("data-kind");
      CAPTURE(kind);
      CAPTURE(text.words);
      const double said = number_in(text.words);
      if (kind == "weight")
        CHECK(std::abs(said - static_cast<double>(now.weight(0, row, column))) < 5.1e-4);
      if (kind == "score")
        CHECK(std::abs(said - static_cast<double>(now.score(0, row, column))) < 5.1e-3);
      ++checked[kind];
    }
  }
  CHECK(checked["weight"] >= 25);
  CHECK(checked["score"] >= 5);
}

TEST_CASE("share: an SVG of hostile words is well formed") {
  for (const char* script : {"end", "scene sentence; end", "goto score"}) {
    const std::string svg = bytes_of(".svg", source_of(hostile_document(), script));
    texts_of(svg);
    CHECK(svg.find('\x01') == std::string::npos);
    CHECK(svg.find('\xff') == std::string::npos);
    CHECK(svg.find("<b>") == std::string::npos);
  }
}

TEST_CASE("share: a transparent picture has no ground but all of its texts") {
  ExportSource source = source_of("cat", "end");
  const Page with = page_of(source);
  source.transparent = true;
  const Page without = page_of(source);
  CHECK(with.background.a == 255);
  CHECK(without.background.a == 0);
  REQUIRE(with.items.size() == without.items.size());
  int cleared = 0;
  for (std::size_t i = 0; i < with.items.size(); ++i) {
    const auto* a = std::get_if<Box>(&with.items[i].shape);
    const auto* b = std::get_if<Box>(&without.items[i].shape);
    if (a == nullptr || a->fill == b->fill) continue;
    ++cleared;
    CHECK(a->rect.w > 100);
  }
  CHECK(cleared == 5);
  CHECK(svg_of(without, "", "").find("width=\"1280\" height=\"720\" fill") == std::string::npos);
}

TEST_CASE("share: the CSV reads back to the trace, to the bit") {
  ExportSource source = source_of(hostile_document(), "mask causal; end");
  const auto rows = csv_rows(bytes_of(".csv", source));
  const Trace& now = source.trace();
  REQUIRE(rows.size() == static_cast<std::size_t>(1 + now.n * now.m));
  CHECK(rows[0] == std::vector<std::string>{"head", "row", "query", "column", "key", "score",
                                            "scaled", "masked", "weight"});
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const int r = std::atoi(rows[i][1].c_str()), c = std::atoi(rows[i][3].c_str());
    CHECK(rows[i][2] == source.session.document->query_words[static_cast<std::size_t>(r)]);
    CHECK(std::strtof(rows[i][5].c_str(), nullptr) == now.score(0, r, c));
    CHECK(std::strtof(rows[i][6].c_str(), nullptr) == now.scaled(0, r, c));
    CHECK(std::strtof(rows[i][7].c_str(), nullptr) == now.masked(0, r, c));
    CHECK(std::strtof(rows[i][8].c_str(), nullptr) == now.weight(0, r, c));
  }
}

TEST_CASE("share: a transcript names every stage, gives addresses, and says nothing twice") {
  const auto all = [](const char* lesson) {
    ExportSource source = source_of(lesson, "end");
    source.every_stop = true;
    return bytes_of(".txt", source);
  };
  const std::string mask = all("mask");
  CHECK(mask.find("Step 11 of 12 \u00b7 Padding\n") != std::string::npos);
  const std::string mistakes = all("mistakes");
  CHECK(mistakes.find("q = [") == std::string::npos);
  CHECK(mistakes.find("Attention Is All You Need: https://") != std::string::npos);
  CHECK(mistakes.find("MultiheadAttention: https://") != std::string::npos);
  for (const char* lesson : {"heads", "order"}) {
    const std::string told = all(lesson);
    CHECK(told.find("at most 0") == std::string::npos);
    CHECK(told.find("are equal") != std::string::npos);
  }
}

TEST_CASE("share: the transcript says the story, the table and nothing that is not seen yet") {
  const std::string early = bytes_of(".txt", source_of("cat", "select its; goto score:cat"));
  CHECK(early.find("“its” asks. Mask: full. Scores are divided by √d.") != std::string::npos);
  CHECK(early.find("0.895") == std::string::npos);
  const std::string late = bytes_of(".txt", source_of("cat", "select its; end; tab weights"));
  CHECK(late.find("0.895") != std::string::npos);
  CHECK(late.find("softmax(QKᵀ") != std::string::npos);
  const std::string masked = bytes_of(".txt", source_of("cat", "mask causal; goto all:masked"));
  CHECK(masked.find("−∞") != std::string::npos);
  for (const LessonInfo& lesson : lessons()) {
    CAPTURE(lesson.id);
    ExportSource source = source_of(lesson.id.c_str(), "end");
    source.every_stop = true;
    const std::string all = bytes_of(".txt", source);
    CHECK(all.find('{') == std::string::npos);
    source.every_stop = false;
    CHECK(all.size() > bytes_of(".txt", source).size());
  }
}

TEST_CASE("share: every stop of the cat walk once, in order") {
  ExportSource source = source_of("cat", "select its; end");
  source.every_stop = true;
  const std::string all = bytes_of(".txt", source);
  std::size_t stops = 1;
  for (std::size_t at = 0; (at = all.find("* * *", at)) != std::string::npos; ++at) ++stops;
  // Start; the plane and five keys; scale; four of softmax; five of mix and z; four of all words.
  CHECK(stops == 1 + 6 + 1 + 4 + 6 + 4);
}
