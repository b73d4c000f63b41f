#pragma once
// What parse_reference() and said() are made of. Words and numbers of pieces.

#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"

namespace qkv {

/// A number that the lesson computes itself.
inline bool is_piece(Reference::Kind kind) {
  return kind == Reference::Kind::piece || kind == Reference::Kind::piece_percent;
}

/// In Reference::digits: the piece is how far two results are apart, and is said as such.
inline constexpr int kApart = -1;
/// And: it is so many bytes, said in the largest unit that fits, "17 GB".
inline constexpr int kBytes = -2;

/// All of `text` is a whole number.
bool whole(std::string_view text, int& value);
/// Every kind of number with what follows its name, for messages.
std::string kinds_of_references();
/// The place of a word: "cat", "the#2", "[3]", "?" (Reference::kAny). InputError lists the words.
int word_index(std::string_view text, const std::vector<std::string>& words);

/// What may follow the bar, by itself: "mask causal, head 2, knob d 64".
Reference parse_changes(std::string_view text, const Document& document);
/// Name and places of "piece fading 20", cut at spaces, into `result`. InputError says what there
/// is.
void read_piece(const std::vector<std::string_view>& parts, const Document& document,
                Reference& result);
/// " 1 20", " 1 ?": row and column of its piece, from 1.
std::string piece_places(const Reference& reference);
/// In `computed` (may be null), else among what the file gives; null: not there.
const Tensor* piece_named(const PieceMap* computed, const Document& document,
                          const std::string& name);
/// Row of all its matrices one below the other; NaN where there is no such number.
double piece_number(const Tensor& piece, int row, int column);
/// `figures` digits that count, whole numbers up to 10⁹ all of them, thousands apart:
/// "0.00131", "12.5", "13,300".
std::string with_figures(double value, int figures = 3);

}  // namespace qkv
