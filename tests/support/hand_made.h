#pragma once
// Small documents that tests write down or draw at random.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/document/document.h"

namespace qkv {

/// n words, d = 2, dv = 2, q, k and v between -3 and 3; the same seed gives the same document.
inline DocumentPtr random_document(int n, std::uint32_t seed, std::vector<std::string> words = {},
                                   int heads = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> number(-3.0f, 3.0f);
  const auto tensor = [&] {
    Tensor drawn{heads, n, 2, {}};
    for (int i = 0; i < heads * n * 2; ++i) drawn.data.push_back(number(random));
    return drawn;
  };
  auto document = std::make_shared<Document>();
  document->id = "random";
  document->origin = "random.qkv";
  document->title = "Random";
  if (words.empty()) {
    for (int i = 0; i < n; ++i) words.push_back("w" + std::to_string(i));
  }
  document->query_words = document->key_words = std::move(words);
  document->queries = tensor();
  document->keys = tensor();
  document->values = tensor();
  return document;
}

/// Weights, and scaled scores when `with_scaled`, that somebody else computed: 2 layers, 2 heads.
inline DocumentPtr recorded_document(int n, bool with_scaled) {
  auto document = std::make_shared<Document>(*random_document(n, 1));
  document->queries = document->keys = document->values = {};
  Recording recording;
  recording.layers = 2;
  const auto cells = static_cast<std::size_t>(2 * n * n);
  for (int layer = 0; layer < 2; ++layer) {
    recording.weights.push_back({2, n, n, std::vector<float>(cells, 1.0f / static_cast<float>(n))});
    if (with_scaled) recording.scaled.push_back({2, n, n, std::vector<float>(cells, 0.5f)});
  }
  document->recording = std::move(recording);
  return document;
}

}  // namespace qkv
