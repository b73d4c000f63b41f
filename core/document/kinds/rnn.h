#pragma once
// [rnn] of a lesson: a chain that carries a memory, two with gates beside it, and attention, run
// over the lesson's words.
//
//   inputs                n×e   one row a word
//   w, u, b               d×d, d×e, 1×d          h = tanh(W h' + U x + b)
//   gru_w, gru_u, gru_b   3 of each: reset, update, new
//   lstm_w, lstm_u, lstm_b  4 of each: input, forget, new, output
//   width                 1×1   numbers a word, for the comparison of costs
//   lengths               1×k   numbers of words to compare at
//   widths                1×j   the same of numbers a word, for the map
//
// Computed from them (core/sequence) and drawn by core/page/lessons/rnn:
//   state, gru_state, lstm_state, lstm_cell    n×d   memories after each word
//   gru_update, lstm_forget                    n×d   how much each gate keeps
//   jacobian, since_first                      n of d×d: ∂h_t/∂h_(t−1), ∂h_t/∂h_1, plain chain
//   fading, fading_gru, fading_lstm            1×n   largest stretch of ∂s_t/∂s_1
//   one_in, one_in_gru, one_in_lstm            1×n   1 / fading
//   kept, kept_gru, kept_lstm                  percent that a word leaves, geometric mean
//   chain_ready, attention_ready               1×n   the step at which each word's result is there
//   chain_steps, attention_steps               steps that wait for each other
//   chain_hops, attention_hops                 1×n   hops from each word to the last
//   chain_path, attention_path                 the same from the first word
//   chain_cost, attention_cost                 1×k   multiplications at `width`
//   equal_length, equal_lengths                where both cost the same, at `width`; 1×j
//   cost_ratio                                 j×k   chain ÷ attention
//   words, numbers, chain_multiplications, attention_multiplications, chain_memory,
//   attention_memory                           of this sentence, n and d

#include "core/document/document.h"
#include "core/document/qkv_reader.h"

namespace qkv {

void read_rnn(const QkvReader& in, const toml::table& own, Document& document);

}  // namespace qkv
