#pragma once
// One row of words under a width: they shrink, then stand on two lines, then upright on one or
// several lines, then thin out; they never overlap.

#include <string>
#include <vector>

#include "core/page/page.h"

namespace qkv {

struct PlacedWord {
  std::string text;  ///< as it is shown, perhaps cut with "…"; empty: only a dot
  float center = 0;  ///< x of the word's beams
  float slot = 0;    ///< width of the word's own place
  float left = 0;    ///< x of what the text covers
  float width = 0;
  float length = 0;  ///< along the text: its width, or its height when it stands upright
  int line = 0;      ///< 0 next to the beams, 1 one line further away
};

struct WordsRow {
  std::vector<PlacedWord> words;
  float size = 15;  ///< em, pixels
  int lines = 1;
  float pitch = 0;       ///< pixels from word to word, on average
  bool upright = false;  ///< texts run up the page
  float step = 0;        ///< from line to line of upright texts, pixels
  float longest = 0;     ///< of the shown texts, along the text, pixels
  bool thinned = false;
};

struct WordsRoom {
  float left = 0, right = 0;
  float largest = 15, smallest = 12;  ///< em, pixels
  float gap = 8;                      ///< between two texts of a line, pixels
  float height = 0;                   ///< that lines of upright texts may take, pixels
};

/// `beside` is the width that what stands above or below each word would like, or empty; `first`
/// names the words that keep their text when not all can, most important first.
WordsRow place_words(const std::vector<std::string>& words, const std::vector<float>& beside,
                     const std::vector<int>& first, Font font, const WordsRoom& room);

/// Texts of one line that do not touch: which of the spans [left, left + width] to show, in the
/// order of importance.
struct LineSpan {
  float left = 0, width = 0;
};
std::vector<bool> without_overlap(const std::vector<LineSpan>& spans, const std::vector<int>& order,
                                  float gap);

}  // namespace qkv
