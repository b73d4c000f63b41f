// What goes wrong with a file: English on a terminal, the program's language in the window, and
// never a sentence of both.

#include "core/text/told.h"

#include <doctest/doctest.h>

#include "core/document/in_language.h"
#include "core/document/library.h"
#include "core/files/npz.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"
#include "tests/support/scratch.h"
#include "tests/support/speaking.h"

using namespace qkv;

namespace {

struct Refusal {
  std::string english, own;
};

Refusal refusal(const std::string& path) {
  try {
    load_file(path);
  } catch (const InputError& error) {
    return {error.what(), error.said()};
  }
  return {};
}

Array zeros(std::vector<std::int64_t> shape) {
  std::size_t count = 1;
  for (const auto side : shape) count *= static_cast<std::size_t>(side);
  return {std::move(shape), "<f4", std::vector<float>(count), {}};
}

}  // namespace

TEST_CASE("a file's fault is English on a terminal and German in a German window") {
  const test::Scratch scratch;
  const test::Speaking german("de");
  const auto told_of = [&](const std::string& name, const std::string& english,
                           const std::string& own) {
    CAPTURE(name);
    const Refusal said = refusal(scratch.file(name));
    CHECK(said.english == scratch.file(name) + english);
    CHECK(said.own == scratch.file(name) + own);
  };
  told_of("gone.qkv", ": cannot be read (No such file or directory); check its name",
          ": lässt sich nicht lesen (nicht gefunden); prüfe den Namen");
  told_of("", ": is a folder; name a file in it", ": ist ein Ordner; nenne eine Datei darin");
  write_file(scratch.file("a.jpg"), "no scene");
  told_of("a.jpg", ": is of a kind this program does not read; it opens .qkv, .npz, .npy",
          ": ist von einer Art, die dieses Programm nicht liest; es öffnet .qkv, .npz, .npy");
  write_file(scratch.file("new.qkv"), "\nformat = 7\n");
  told_of("new.qkv", ":2: format: 7 is newer than this program knows; it reads format = 1",
          ":2: format: 7 ist neuer, als dieses Programm kennt; es liest format = 1");
  write_npz(scratch.file("wide.npz"),
            {{"q", zeros({2, 3})}, {"k", zeros({2, 4})}, {"v", zeros({2, 3})}});
  told_of("wide.npz",
          ": keys: has shape [2, 4], queries [2, 3]: their last numbers differ; a query and a key "
          "need the same length to be multiplied",
          ": keys: hat die Form [2, 4], queries [2, 3]: die letzten Zahlen sind verschieden; Query "
          "und Key müssen gleich lang sein, um sie zu multiplizieren");
  write_npz(scratch.file("flat.npz"), {{"attention", zeros({4})}});
  told_of("flat.npz",
          ": attention: has shape [4]; save it as [n, m], [heads, n, m], [layers, heads, n, m] or "
          "[layers, batches, heads, n, m]",
          ": attention: hat die Form [4]; speichere es als [n, m], [heads, n, m], [layers, heads, "
          "n, m] oder [layers, batches, heads, n, m]");
  // What has no text of its own is English as a whole.
  write_file(scratch.file("odd.qkv"), "format = 1\nwrods = 1\n");
  const Refusal odd = refusal(scratch.file("odd.qkv"));
  CHECK_FALSE(odd.english.empty());
  CHECK(odd.own == odd.english);
}

TEST_CASE("a part without a translation leaves the whole in English") {
  const test::Speaking german("de");
  const Told half = told("error.at", {{"where", std::string("x.qkv:1")},
                                      {"what", Told{"it is odd", {}}},
                                      {"mend", told("error.newer_mend")}});
  CHECK(half.english == "x.qkv:1: it is odd; it reads format = 1");
  CHECK(half.own.empty());
  CHECK(InputError(half).said() == half.english);
}

TEST_CASE("what was recorded is noted in every language") {
  const test::Scratch scratch;
  const std::string path = scratch.file("x.npz");
  write_npz(path, {{"q", zeros({2, 3})}, {"k", zeros({2, 3})}, {"v", zeros({2, 3})}});
  const DocumentPtr document = load_file(path);
  CHECK(note_of(*document) ==
        "Recorded from a model: q, k and v. Note: the file names no tokens, so positions are "
        "numbered.");
  const test::Speaking german("de");
  CHECK(note_of(*document) ==
        "Aufgezeichnet aus einem Modell: q, k und v. Hinweis: die Datei nennt keine Tokens, darum "
        "sind die Positionen nummeriert.");
}
