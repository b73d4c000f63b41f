// Scenes and lessons: what is read, what is written back, and what is said of a mistake.

#include "core/document/qkv_file.h"

#include <doctest/doctest.h>

#include "core/assets/assets.h"
#include "core/document/library.h"
#include "core/files/npz.h"
#include "core/files/sha256.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"
#include "tests/support/scratch.h"

using namespace qkv;

namespace {

std::string cat_text() { return std::string(asset_text("lessons/cat.qkv")); }

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != text.npos);
  return text.replace(at, what.size(), with);
}

std::string refusal(const std::string& text) {
  try {
    parse_qkv(text, "x.qkv", "x");
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

/// "x.qkv:12: ..." → 12
int line_of(const std::string& message) {
  REQUIRE(message.starts_with("x.qkv:"));
  return std::stoi(message.substr(6));
}

const std::string kTiny = R"(format = 1
words = ["a", "b"]
queries = [[1, 0], [0, 1]]
keys = [[1, 0], [0, 1]]
values = [[1], [2]]
)";

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE("the cat lesson holds the numbers of the course") {
  const DocumentPtr cat = load_lesson("cat");
  CHECK(cat->query_words == std::vector<std::string>{"the", "cat", "ate", "its", "fish"});
  CHECK(cat->queries.data == std::vector<float>{1.5, 0, 0, 1.2f, 1.2f, 0, 2, 0, 0, 1.5});
  CHECK(cat->keys.data == std::vector<float>{0, 0, 3, 0, 0, 3, 0.5, 0, 1, 0.5});
  CHECK(cat->values.data == std::vector<float>{0, 0, 1, 0, 0, 0.5, 0.3f, 0, 0, 1});
  CHECK(cat->provenance == Provenance::hand_made);
  CHECK(cat->state.word == "its");
  CHECK(!cat->options.scale);
  for (const StepText& step : cat->steps) {
    CHECK(!step.title.at("en").empty());
    CHECK(step.text.at("en").find("  ") == std::string::npos);  // joined lines leave one space
  }
}

TEST_CASE("every lesson is written and read back as it was, in the same bytes") {
  REQUIRE(!lessons().empty());
  for (const LessonInfo& info : lessons()) {
    const DocumentPtr lesson = load_lesson(info.id);
    const std::string written = write_qkv(*lesson);
    const DocumentPtr again = parse_qkv(written, lesson->origin, lesson->id);
    CHECK(*again == *lesson);
    CHECK(write_qkv(*again) == written);
  }
}

TEST_CASE("everything that a scene can hold survives writing and reading") {
  Document d = *parse_qkv(kTiny, "x.qkv", "x");
  d.title = "quotes \" and \\ and\nlines\t\x01 ü 猫 🐈";
  d.titles["de"] = "Titel";
  d.course = 3;
  d.provenance = Provenance::trained;
  d.provenance_note = "note";
  d.query_words = {"a", ""}, d.key_words = {"c", "d"};
  d.queries = {2, 2, 2, {0.1f, -1e-45f, 3.4028235e38f, 1.0f / 3, 0, 1, 2, 3}};
  d.options.mask.rules = parse_mask_rules("causal+padding:1");
  d.options.mask.align = CausalAlign::end;
  d.options.mask.cells =
      std::make_shared<const BoolCells>(BoolCells{2, 2, 2, {1, 0, 1, 1, 0, 0, 1, 1}});
  d.options.mask.bias =
      std::make_shared<const FloatCells>(FloatCells{1, 2, 2, {0.5f, -2, 0, 1e-7f}});
  d.options.scale = 0.7f;
  d.options.softcap = 30;
  d.options.temperature = 0.5f;
  d.options.sink = {0.25f, -1};
  d.state = {"b", "score:a", "light", 0, 0, 1, "score", "scene sentence; orbit 15 0"};
  d.steps = {{"score", {{"en", "T"}, {"de", "U"}}, {{"en", "a\n\nb"}}},
             {"mix:\"z\"", {}, {{"en", "t"}}}};
  const std::string written = write_qkv(d);
  CAPTURE(written);
  CHECK(*parse_qkv(written, "x.qkv", "x") == d);
  d.options.scale = 1.0f;
  CHECK(*parse_qkv(write_qkv(d), "x.qkv", "x") == d);
}

TEST_CASE("embeddings and their matrices make queries, keys and values") {
  const DocumentPtr d = parse_qkv(R"(format = 1
words = ["a", "b"]
embeddings = [[1, 2], [3, 4]]
w_q = [[1, 0], [0, 1]]
w_k = [[0, 1], [1, 0]]
w_v = [[2], [1]]
)",
                                  "x.qkv", "x");
  CHECK(d->queries.data == std::vector<float>{1, 2, 3, 4});
  CHECK(d->keys.data == std::vector<float>{2, 1, 4, 3});
  CHECK(d->values.data == std::vector<float>{4, 10});
  CHECK(*parse_qkv(write_qkv(*d), "x.qkv", "x") == *d);
}

TEST_CASE("a scene names its tensors and finds them beside itself") {
  const test::Scratch scratch;
  write_npz(scratch.file("t.npz"),
            {{"attention", {{2, 2, 1, 2}, "<f4", {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25, 0.75}, {}}}});
  const std::string path = scratch.file("scene.qkv");
  write_file(path, "format = 1\ntensors = \"t.npz\"\nlayer = 1\nhead = 1\n[state]\nword = \"0\"\n");
  const DocumentPtr scene = load_file(path);
  CHECK(scene->layers() == 2);
  CHECK(scene->state.layer == 1);
  CHECK(scene->state.head == 1);
  CHECK(scene->recording->weights[1].data[3] == 0.75f);
  CHECK(*parse_qkv(write_qkv(*scene), path, "scene") == *scene);
  const std::string sum = sha256(read_file(scratch.file("t.npz")));
  write_file(path, "format = 1\ntensors = \"t.npz\"\nsha256 = \"" + sum + "\"\n");
  CHECK(load_file(path)->tensors->sha256 == sum);
  write_file(path, "format = 1\ntensors = \"t.npz\"\nsha256 = \"0" + sum.substr(1) + "x\"\n");
  CHECK_THROWS_WITH_AS(load_file(path), doctest::Contains(sum.c_str()), InputError);
  write_file(path, "format = 1\ntensors = \"t.npz\"\nlayer = 2\n");
  CHECK_THROWS_AS(load_file(path), InputError);
  write_file(path, "format = 1\n\ntensors = \"gone.npz\"\n");
  CHECK_THROWS_WITH_AS(load_file(path), doctest::Contains("scene.qkv:3: tensors: "), InputError);
}

TEST_CASE("a mistake is told with its line, what it is and how to mend it") {
  struct Mistake {
    std::string text;
    int line;
    const char* says;
  };
  const std::string cat = cat_text();
  const Mistake mistakes[] = {
      {"", 1, "format"},
      {"format = 2\n", 1, "newer"},
      {"format = \"1\"\n", 1, "whole number"},
      {"format = 1\n", 1, "words"},
      {replaced(kTiny, "keys", "kyes"), 4, "did you mean keys?"},
      {replaced(kTiny, "keys = [[1, 0], [0, 1]]\n", ""), 1, "keys: is missing"},
      {replaced(kTiny, "values = [[1], [2]]", ""), 1, "values: is missing"},
      {replaced(kTiny, "[[1, 0], [0, 1]]", "[[1, 0], [0, 1, 2]]"), 3, "row 2 has 3 numbers"},
      {replaced(kTiny, "[[1, 0], [0, 1]]", "[[1, 0]]"), 3, "2 words but 1 rows"},
      {replaced(kTiny, "[\"a\", \"b\"]", "[\"a\", \"b\", \"c\"]"), 3, "3 words but 2 rows"},
      {replaced(kTiny, "[\"a\", \"b\"]", "[]"), 2, "empty"},
      {replaced(kTiny, "[\"a\", \"b\"]", "[1, 2]"), 2, "no text"},
      {replaced(kTiny, "[[1], [2]]", "[[1]]"), 5, "values: has 1 rows, keys 2"},
      {replaced(kTiny, "[[1], [2]]", "[[1], 2]"), 5, "row 2 is a whole number"},
      {replaced(kTiny, "[[1], [2]]", "[[1], [\"2\"]]"), 5, "row 2, number 1 is a text"},
      {replaced(kTiny, "[[1], [2]]", "[[1], []]"), 5, "row 2 is empty"},
      {replaced(kTiny, "[[1], [2]]", "[]"), 5, "no rows"},
      {replaced(kTiny, "[[1], [2]]", "7"), 5, "no list"},
      {replaced(kTiny, "[[1], [2]]", "[[1], [nan]]"), 5, "nan"},
      {replaced(kTiny, "[[1], [2]]", "[[1], [-inf]]"), 5, "infinite"},
      {replaced(kTiny, "[[1], [2]]", "[[1], [1e39]]"), 5, "too large"},
      {replaced(kTiny, "[[1], [2]]", "[[1], [1e400]]"), 5, ""},
      {replaced(kTiny, "[[1], [2]]", "[[1], [1.0.0]]"), 5, ""},
      {replaced(kTiny, "[[1], [2]]", "[[[1], [2]], [[1]]]"), 5, "a head has 1 row"},
      {replaced(kTiny, "[[1], [2]]", "[[[1], [2]], [[1], [2]]]"), 5, "2 heads, keys 1"},
      {kTiny + "keys = [[1, 0], [0, 1]]\n", 6, ""},
      {kTiny + "tensors = \"x.npz\"\n", 2, "no place beside tensors"},
      {kTiny + "embeddings = [[1], [2]]\n", 3, "no place beside embeddings"},
      {kTiny + "layer = 1\n", 6, "needs tensors"},
      {kTiny + "[options]\nmask = \"causl\"\n", 7, "causal"},
      {kTiny + "[options]\nmask = 3\n", 7, "no text"},
      {kTiny + "[options]\nscale = \"on\"\n", 7, "off"},
      {kTiny + "[options]\nsoftcap = -1\n", 7, "negative"},
      {kTiny + "[options]\ntemperature = 0\n", 7, "not positive"},
      {kTiny + "[options]\nsink = [1, 2]\n", 7, "2 numbers, there are 1 heads"},
      {kTiny + "[options]\nvisible = [[true, 2], [true, true]]\n", 7, "true"},
      {kTiny + "[options]\nvisible = [[true, false]]\n", 7, "[1, 2]"},
      {kTiny + "[options]\nadded = [[0, 1], [2, nan]]\n", 7, "nan"},
      {kTiny + "[options]\ncausal_align = \"middle\"\n", 7, "start, end"},
      {kTiny + "[state]\ntheme = \"blue\"\n", 7, "dark, light"},
      {kTiny + "[state]\nhead = 1\n", 7, "out of range"},
      {kTiny + "[state]\nwrod = \"a\"\n", 7, "did you mean word?"},
      {kTiny + "state = 1\n", 6, "no table"},
      {kTiny + "[[step]]\n", 6, "no place"},
      {kTiny + "[[step]]\nat = \"score\"\n", 6, "no English text"},
      {kTiny + "[text.en.\"score\"]\ntext = \"x\"\n", 6, "no [[step]]"},
      {kTiny + "[[step]]\nat=\"mask\"\n[[step]]\nat=\"mask\"\n[text.en.mask]\ntext=\"\"\n", 9,
       "twice"},
      {kTiny + "title = \"open\n", 6, ""},
      {kTiny + "title = \"\xff\"\n", 6, ""},
      {kTiny + std::string("title = \"\0\"\n", 12), 6, ""},
      {replaced(cat, "[3.0, 0.0], ", "[3.0], "), 22, "row 2 has 1 number, the others have 2"},
  };
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.text);
    const std::string said = refusal(mistake.text);
    CAPTURE(said);
    CHECK(line_of(said) == mistake.line);
    CHECK(contains(said, mistake.says));
    CHECK(contains(said, "; "));
    CHECK(said.find('\n') == said.npos);
  }
}

TEST_CASE("a byte order mark, Windows line ends and long lines are no mistakes") {
  const DocumentPtr cat = parse_qkv(cat_text(), "x.qkv", "x");
  CHECK(*parse_qkv("\xEF\xBB\xBF" + cat_text(), "x.qkv", "x") == *cat);
  std::string windows;
  for (const char c : cat_text()) windows += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(*parse_qkv(windows, "x.qkv", "x") == *cat);
  CHECK(refusal(kTiny + "# " + std::string(10'000'000, 'x')) == "");
  CHECK(refusal(kTiny + "title = \"" + std::string(1'000'000, 'x') + "\"") == "");
}

TEST_CASE("hostile nesting is refused, not followed to the end of the stack") {
  for (const char* open : {"[", "{a=", "[{a="}) {
    std::string text = "format = 1\nqueries = ";
    for (int i = 0; i < 100'000; ++i) text += open;
    CHECK(line_of(refusal(text)) == 2);
  }
}

TEST_CASE("a lesson cut off anywhere, or with any byte broken, is read or refused, never a crash") {
  const std::string cat = cat_text();
  int refused = 0;
  // Every place of the first 8,000 bytes; the same texts follow in other languages.
  for (std::size_t length = 0; length < cat.size(); length += length < 8000 ? 1 : 37)
    refused += refusal(cat.substr(0, length)).empty() ? 0 : 1;
  CHECK(refused > 1000);
  std::uint32_t seed = 1;
  for (int i = 0; i < 4000; ++i) {
    std::string broken = cat;
    for (int k = 0; k < 3; ++k) {
      seed = seed * 1664525u + 1013904223u;
      broken[(seed >> 8) % broken.size()] = static_cast<char>(seed >> 3);
    }
    const std::string said = refusal(broken);
    if (!said.empty()) CHECK(said.starts_with("x.qkv:"));
  }
}
