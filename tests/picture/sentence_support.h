#pragma once
// Documents and pages that the tests of the Sentence scene share.

#include <memory>
#include <random>
#include <string>

#include "core/document/library.h"
#include "core/page/layout.h"
#include "core/picture/sentence.h"
#include "core/session/action.h"
#include "core/session/session.h"

namespace qkv::test {

// n words of very different lengths with vectors of four numbers, the same on every run.
inline DocumentPtr made_up(int n) {
  static constexpr const char* kWords[] = {
      "the",   "cat",  "ate",         "its",   "fish",
      "and",   "a",    "transformer", "looks", "at",
      "every", "word", "of",          "it",    "internationalization",
      "so"};
  auto document = std::make_shared<Document>();
  std::mt19937 random(11);
  for (int i = 0; i < n; ++i) document->query_words.emplace_back(kWords[i % 16]);
  document->key_words = document->query_words;
  const auto tensor = [&] {
    Tensor t{1, n, 4, {}};
    for (int i = 0; i < n * 4; ++i) {
      t.data.push_back(static_cast<float>(random() % 2001) / 500.0f - 2.0f);
    }
    return t;
  };
  document->queries = tensor();
  document->keys = tensor();
  document->values = tensor();
  return document;
}

struct Scene {
  Session session;
  TraceCache traces;

  explicit Scene(DocumentPtr document, std::string_view script = "")
      : session(open_session(std::move(document))) {
    session.scene = qkv::Scene::sentence;
    if (!script.empty()) run_script(session, traces, script);
  }
  const Trace& trace() { return traces.now(session); }
  SentencePicture picture() {
    return paint_sentence(session, traces.now(session), traces.before(session));
  }
  Page page(float width, float height, float unit = 1) {
    Page page;
    page.size = {width, height};
    page.unit = unit;
    layout_sentence(page, session, picture(), {0, 0, width, height});
    return page;
  }
};

inline const Beam* beam_to(const SentencePicture& picture, int key) {
  for (const Beam& beam : picture.beams) {
    if (beam.row == picture.chosen && beam.key == key) return &beam;
  }
  return nullptr;
}

}  // namespace qkv::test
