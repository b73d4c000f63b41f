// The numbers themselves: JSON, arrays of NumPy, and the code that computes them.

#include "core/code/shown_code.h"
#include "core/document/trace_json.h"
#include "core/files/npz.h"
#include "core/learning/train.h"
#include "core/session/knob_places.h"
#include "core/share/writers.h"

namespace qkv {

std::optional<TracedState> compared_with(const Session& session) {
  if (!session.frozen) return {};
  return TracedState{*session.frozen->document, *session.frozen->trace};
}

std::string write_json(ExportSource& source) {
  std::string bytes;
  const DocumentPtr document = as_turned(source.session);
  write_trace_json(
      *document, source.trace(), source.session.row,
      [&](std::string_view piece) { bytes += piece; }, compared_with(source.session),
      end_of_run(*document, source.session.options).get());
  return bytes;
}

std::string write_npz_file(ExportSource& source) {
  std::map<std::string, Array> arrays;
  const Trace& now = source.trace();
  if (now.heads > 0) arrays = trace_arrays(now);
  add_pieces(*as_turned(source.session), arrays);
  return npz_bytes(arrays);
}

std::string write_numpy(ExportSource& source) {
  const bool pytorch = source.session.layout.code == CodePanel::pytorch;
  return code_text(
      shown_code(source.session, source.trace(), shown_language(source.session, pytorch)));
}

}  // namespace qkv
