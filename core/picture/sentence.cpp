#include "core/picture/sentence.h"

#include <algorithm>
#include <cstdint>

#include "core/document/written.h"
#include "core/picture/number_of.h"
#include "core/picture/row_values.h"
#include "core/picture/sentence_beams.h"
#include "core/picture/sentence_planes.h"
#include "core/picture/sentence_words.h"
#include "core/session/told_stop.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

constexpr int kManyWords = 64;  // above it the scene keeps the strongest beams only
constexpr int kMostBeams = 200;
constexpr int kMostOwnBeams = 100;  // of the chosen row, so that the others keep some of the 200
constexpr std::size_t kMostVectorWidth = 4;  // numbers of a vector that fit under a word

std::size_t index(int i) { return static_cast<std::size_t>(i); }

std::vector<std::string> shown_words(const std::vector<std::string>& raw) {
  std::vector<std::string> shown;
  shown.reserve(raw.size());
  for (const std::string& word : raw) shown.push_back(token_text(word));
  return shown;
}

using RowOf = std::span<const float>(const Document&, int head, int row);

// One text a row; "" for each when there are none or they are too long.
std::vector<std::string> vector_texts(const Document& document, int head, int rows, RowOf row_of) {
  std::vector<std::string> texts(index(rows));
  for (int r = 0; r < rows; ++r) {
    const auto numbers = row_of(document, head, r);
    if (numbers.size() > kMostVectorWidth) break;
    std::string& text = texts[index(r)];
    for (const float x : numbers) {
      text += (text.empty() ? "" : ", ") + format_number(static_cast<double>(x));
    }
  }
  return texts;
}

std::string bracketed(std::span<const float> numbers) {
  return format_vector(numbers.data(), static_cast<int>(numbers.size()), 3,
                       static_cast<int>(kMostVectorWidth));
}

void hide_until_projected(SentencePicture& picture, const WalkShape& shape, const ShownWalk& walk) {
  if (!shape.has_projection) return;
  const auto happened = [&](Beat beat) { return walk.amount({Stage::project, beat, -1}); };
  picture.queries_shown = happened(Beat::project_q);
  picture.keys_shown = happened(Beat::project_k);
  picture.values_shown = happened(Beat::project_v);
}

// Mix: packets travel, and what has arrived so far is told at the query.
void mix_values(SentencePicture& picture, std::vector<Beam>& beams, const Session& session,
                const RowValues& row, const BeamTime& time) {
  if (time.mix <= 0 && time.output <= 0) return;
  std::vector<float> arrived(row.weights.size(), 0.0f);
  for (Beam& beam : beams) {
    const float handed = time.handed[index(beam.key)];
    if (handed < 0) continue;
    beam.packet = time.output > 0 ? -1.0f : handed;
    if (handed >= 1 && index(beam.key) < arrived.size()) arrived[index(beam.key)] = 1;
  }
  const bool any = !session.document->values.data.empty() &&
                   std::find(arrived.begin(), arrived.end(), 1.0f) != arrived.end();
  if (time.output >= 0.5f && !row.output.empty()) {
    picture.output = "z = " + bracketed(row.output);
    picture.output_quantity = {
        Quantity::Kind::output, session.slice.layer, session.slice.head, row.row, -1, -1};
  } else if (any) {
    picture.output = "Σ = " + bracketed(mixed_so_far(*session.document, session.options,
                                                     session.slice.head, row.weights, arrived));
    picture.output_partial = true;
  }
  if (picture.acting >= 0 && picture.acting < static_cast<int>(row.weights.size())) {
    const auto value =
        mixed_row(*session.document, session.options, session.slice.head, picture.acting);
    picture.packet =
        number_of(Quantity::Kind::weight, static_cast<double>(row.weights[index(picture.acting)])) +
        " × " + (value.empty() ? "v" : bracketed(value));
  }
}

// Of equal beams some of everywhere are kept, not the first ones (Knuth's multiplicative hash).
std::uint32_t scattered(int key) { return static_cast<std::uint32_t>(key) * 2654435761u; }

// Above 64 words: the widest of the chosen row, in sentence order no longer.
void keep_strongest(std::vector<Beam>& beams, int most, int acting) {
  if (static_cast<int>(beams.size()) <= most) return;
  std::stable_sort(beams.begin(), beams.end(), [acting](const Beam& a, const Beam& b) {
    if ((a.key == acting) != (b.key == acting)) return a.key == acting;
    if ((a.hidden >= 0.5f) != (b.hidden >= 0.5f)) return b.hidden >= 0.5f;
    if (a.width != b.width) return a.width > b.width;
    return scattered(a.key) < scattered(b.key);
  });
  beams.resize(index(most));
}

}  // namespace

SentencePicture paint_sentence(const Session& session, const Trace& now, const Trace* before) {
  const Document& document = *session.document;
  const RowValues row = blended_row(session, now, before, session.row);
  const WalkShape shape = walk_shape(session, now, session.row);
  const ShownWalk walk(session, now);
  BeamTime time = beam_time(shape, moment_of(session, now, session.row), walk);
  time.moment.at = told_stop(session, now);

  SentencePicture picture;
  picture.chosen = session.row;
  picture.layer = session.slice.layer;
  picture.head = session.slice.head;
  picture.queries = shown_words(document.query_words);
  picture.keys = shown_words(document.key_words);
  const int head = session.slice.head;
  const bool written = is_written(document);
  picture.queries_name = text(written ? "sentence.row.listeners" : "sentence.row.queries");
  picture.keys_name = text(written            ? "sentence.row.heard"
                           : time.mix >= 0.5f ? "sentence.row.values"
                                              : "sentence.row.keys");
  picture.letters = !written;
  picture.query_vectors = vector_texts(document, head, document.n(), query_row);
  picture.key_vectors = vector_texts(document, head, document.m(), key_row);
  picture.value_vectors = vector_texts(document, head, document.m(), value_row);
  if (written) picture.opens = 1 - walk.amount({Stage::softmax, Beat::softmax_divide, -1});
  hide_until_projected(picture, shape, walk);
  picture.acting = time.moment.at.key;
  picture.weights = time.all_scores > 0 ? std::max(1 - time.all_scores, time.all_weights)
                    : now.has_scaled    ? time.exp
                                        : time.divide;
  picture.stacked = time.all_scores > 0 ? picture.weights : time.divide;
  picture.values = time.mix;

  picture.planes = word_planes(session, picture);
  std::vector<Beam> own = row_beams(session, now, row, time);
  compare_beams(session, now, time, own);
  mix_values(picture, own, session, row, time);
  say_title(picture, session, now, row, time);
  picture.note = sentence_note(session, now, row, time);
  std::erase_if(own, [](const Beam& beam) { return beam.shown <= 0; });

  const bool many = std::max(document.n(), document.m()) > kManyWords;
  int of = static_cast<int>(
      std::count_if(own.begin(), own.end(), [](const Beam& beam) { return beam.hidden < 0.5f; }));
  const bool all = time.moment.at.stage >= Stage::all;
  if (many) keep_strongest(own, all ? kMostOwnBeams : kMostBeams, picture.acting);
  const int left = many ? kMostBeams - static_cast<int>(own.size()) : document.n() * document.m();
  picture.beams = other_beams(session, now, time, left, of);
  for (Beam& beam : own) {
    if (beam.key == picture.acting) beam.emphasis = Emphasis::acting;
  }
  std::stable_sort(own.begin(), own.end(), [](const Beam& a, const Beam& b) {
    if (a.emphasis != b.emphasis) return a.emphasis < b.emphasis;
    return a.width < b.width;
  });
  for (Beam& beam : own) picture.beams.push_back(std::move(beam));
  if (static_cast<int>(picture.beams.size()) < of) picture.beams_of = of;
  return picture;
}

}  // namespace qkv
