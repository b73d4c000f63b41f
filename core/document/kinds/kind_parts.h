#pragma once
// What the kinds of lessons share.

#include <span>
#include <string>

#include "core/document/lesson_kind.h"
#include "core/transformer/matrix.h"

namespace qkv {

Tensor scalar(double value);                       // 1×1
Tensor row_piece(std::span<const double> values);  // 1×n

/// Reads the tensor `key` of the lesson's table into pieces->given; refuses another shape. A count
/// below 1 is free.
const Tensor& give_tensor(const QkvReader& in, const toml::table& own, const std::string& key,
                          int rows, int columns, Document& document);
/// The same of one whole number, kept as 1×1.
int give_whole(const QkvReader& in, const toml::table& own, const std::string& key, int low,
               int high, Document& document);
double given_number(const Document& document, const std::string& key);

/// The knobs that the kind's arithmetic reads must be there.
void need_knobs(const QkvReader& in, const toml::table& own, const Document& document,
                std::initializer_list<const char*> names);
/// A switch's choices, exactly these.
void need_choices(const QkvReader& in, const toml::table& own, const Document& document,
                  const char* name, std::initializer_list<const char*> choices);

}  // namespace qkv
