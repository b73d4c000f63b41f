#pragma once
// What the Sentence scene says about its moment.

#include <string>

#include "core/picture/row_values.h"
#include "core/picture/sentence.h"
#include "core/picture/sentence_beams.h"

namespace qkv {

void say_title(SentencePicture&, const Session&, const Trace& now, const RowValues&,
               const BeamTime&);
/// The degenerate rows: nothing visible, one visible, every score zero.
std::string sentence_note(const Session&, const Trace& now, const RowValues&, const BeamTime&);

}  // namespace qkv
