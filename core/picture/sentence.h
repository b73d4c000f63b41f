#pragma once
// The Sentence scene (design section 4): queries above, keys below, curved beams. Any d, any n.

#include <optional>
#include <string>
#include <vector>

#include "core/picture/landscape.h"
#include "core/session/quantity.h"
#include "core/session/session.h"

namespace qkv {

struct Beam {
  int row = 0, key = 0;
  float width = 0;        ///< 0..1 of the widest
  float hidden = 0;       ///< dotted
  bool negative = false;  ///< dashed
  float shown = 1;
  Emphasis emphasis = Emphasis::normal;
  float then = -1;    ///< compared: its width in A; < 0: nothing to compare with
  float packet = -1;  ///< Mix: 0 at the key .. 1 at the query; < 0 none
  std::string label;  ///< its number at this moment; "" for the faint rows
  Quantity quantity;
};

/// A word's query or key as an arrow on a small floor beside it.
struct WordPlane {
  Role role = Role::query;
  int word = 0;
  glm::vec2 tip{0};  ///< floor units
  float reach = 1;   ///< floor units from the middle of the plane to its edge; the same for a row
  bool draggable = false;
  float shown = 1;
  Emphasis emphasis = Emphasis::normal;
  std::optional<glm::vec2> then;  ///< where it lay in A, or before the drag
  Quantity quantity;
};

struct SentencePicture {
  std::string title, subtitle, note;
  std::string queries_name, keys_name;  ///< of the two rows
  bool letters = true;                  ///< q, k and v are known: each may stand for its row's name
  std::vector<std::string> queries, keys;                              ///< the words of both rows
  std::vector<std::string> query_vectors, key_vectors, value_vectors;  ///< "" when there are none
  float queries_shown = 1, keys_shown = 1, values_shown = 1;           ///< 0: not projected yet
  int chosen = 0;
  float opens = 0;          ///< 1: the sentence itself stands in the middle, the chosen word lit
  std::vector<Beam> beams;  ///< weakest first; the strongest 200 above 64 words
  int beams_of = 0;         ///< "200 of N" when beams are left out
  std::string output;       ///< z of the chosen word once it is there
  bool output_partial = false;  ///< `output` is the sum of the values that have arrived so far
  Quantity output_quantity;
  int acting = -1;  ///< the key this beat is about
  int layer = 0, head = 0;
  float weights = 0;  ///< 0: widths are abs(score) ÷ limit .. 1: widths are weights
  float stacked = 0;  ///< 1: a row's beams leave its query side by side, one unit of attention
  float values = 0;   ///< under the keys: 0 their key vectors .. 1 their value vectors
  std::vector<WordPlane> planes;  ///< where there are vectors
  std::string packet;             ///< what the acting key hands over, "0.895 × [1, 0]"
};

SentencePicture paint_sentence(const Session&, const Trace& now, const Trace* before);

}  // namespace qkv
