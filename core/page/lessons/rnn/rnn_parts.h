#pragma once
// The pictures of a lesson with [rnn] (core/document/kinds/rnn.h), one a part, and the tables
// beside them.

#include <string>
#include <string_view>

#include "core/page/chart.h"
#include "core/page/lesson_scene.h"

namespace qkv::rnn {

inline constexpr Tint kChain = Tint::orange, kGru = Tint::pink, kLstm = Tint::green,
                      kAttention = Tint::blue;

/// The moment as every picture reads it.
struct Now {
  const Session& session;
  std::string part;  ///< its id; "start" before the first
  float time = 1;    ///< of the part, at the even pace of a clock
  float eased = 1;

  const Document& document() const { return *session.document; }
  int n() const { return document().n(); }
  const Tensor& piece(const std::string& name) const;
  const Tensor& given(const std::string& name) const;
  double number(const std::string& name, int i = 0) const;
  std::string word(int i) const;
  /// Words that the chain has read when the clock of this part stands here, 0..n.
  int words_read() const;
};
Now now_of(const Session& session);

/// "rnn.chain.title" with the numbers that texts may name filled in.
std::string say(const Now& now, std::string_view key);

/// One place a word beside each other; words run upwards.
struct WordRow {
  Rect rect;
  float step = 0;  ///< width of a word's place
  float size = 0;  ///< of the words' text
  float x(int i) const { return rect.x + step * (static_cast<float>(i) + 0.5f); }
};
WordRow word_row(const Pen& pen, const Now& now, const Rect& area, float top);
/// `lit`: words in the text's colour, the others step back; empty: all alike.
void draw_words(Pen& pen, const Now& now, const WordRow& row, const std::vector<int>& lit);
void arrow(Pen& pen, glm::vec2 from, glm::vec2 to, Color color, float width);

void draw_start(Pen& pen, const Now& now, const Rect& rect);
void draw_chain(Pen& pen, const Now& now, const Rect& rect);
void draw_fading(Pen& pen, const Now& now, const Rect& rect);  ///< also of "gates"
void draw_path(Pen& pen, const Now& now, const Rect& rect);
void draw_clock(Pen& pen, const Now& now, const Rect& rect);
void draw_table(Pen& pen, const Now& now, const Rect& rect);
void draw_cost(Pen& pen, const Now& now, const Rect& rect);
void draw_map(Pen& pen, const Now& now, const Rect& rect);

SideTable side_table(const Session& session);

}  // namespace qkv::rnn
