#pragma once

#include <string>

#include "core/picture/panels.h"

namespace qkv {

/// A moment as plain text, for a screen reader and for notes: where the walk stands, what the story
/// says, its formula and arithmetic, and every table with the numbers that are shown by then.
std::string transcript_of(const Session& session, TraceCache& traces);
/// Who asks under which mask, as it is seen: "“its” asks. Mask: causal. ..."; empty where there is
/// no attention.
std::string setting_text(const Session& session, const ToolbarPicture& toolbar);
/// The head of a document: its title, where its numbers come from, and the setting.
std::string transcript_head(const Session& session, const Trace& trace);

/// A line without its colours: "QKᵀ", "x_i", "h_(t−1)".
std::string plain_line(const Line& line);

}  // namespace qkv
