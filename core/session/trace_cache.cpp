#include <utility>

#include "core/session/session.h"

namespace qkv {
namespace {

bool has_own_trace(const Blend& blend) {
  return blend.property == Blend::Property::options || blend.property == Blend::Property::slice;
}

}  // namespace

// Compares in place: nothing is allocated as long as nothing changed. A trace holds every head, so
// that another head is a look at the same one.
bool TraceCache::holds(const Entry& entry, const DocumentPtr& document,
                       const AttentionOptions& options, const Slice& slice) {
  return entry.document == document && entry.slice.layer == slice.layer &&
         entry.slice.batch == slice.batch && entry.options == options;
}

void TraceCache::compute(const DocumentPtr& document, const AttentionOptions& options,
                         const Slice& slice, Entry& entry) {
  entry.document = nullptr;  // holds nothing when trace_of throws
  trace_of(*document, options, slice, entry.trace);
  ++computed_;
  entry.document = document;
  entry.options = options;
  entry.slice = slice;
}

const Trace& TraceCache::now(const Session& session) {
  const auto wanted = [&](const Entry& entry) {
    return holds(entry, session.document, session.options, session.slice);
  };
  if (wanted(now_)) return now_.trace;
  // The trace that was shown last is what the coming blend starts from: kept for before().
  std::swap(now_, previous_);
  if (wanted(now_)) return now_.trace;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (!wanted(before_[i])) continue;
    now_ = before_[i];
    now_.trace = before_traces_[i];
    return now_.trace;
  }
  compute(session.document, session.options, session.slice, now_);
  return now_.trace;
}

/// Makes before_[place] the trace from which `blend` starts.
void TraceCache::find(const Session& session, const Blend& blend, std::size_t place) {
  const auto wanted = [&](const Entry& entry) {
    return holds(entry, session.document, blend.from_options, blend.from_slice);
  };
  if (before_.size() <= place) {
    before_.emplace_back();
    before_traces_.emplace_back();
  }
  if (wanted(before_[place])) return;
  // The blend before it has ended, and the array moves up.
  for (std::size_t i = place + 1; i < before_.size(); ++i) {
    if (!wanted(before_[i])) continue;
    std::swap(before_[place], before_[i]);
    std::swap(before_traces_[place], before_traces_[i]);
    return;
  }
  Entry entry;
  if (wanted(previous_)) {
    std::swap(entry, previous_);
  } else if (wanted(now_)) {
    entry = now_;
  } else {
    compute(session.document, blend.from_options, blend.from_slice, entry);
  }
  before_traces_[place] = std::move(entry.trace);
  entry.trace = {};
  before_[place] = std::move(entry);
}

const Trace* TraceCache::before(const Session& session) {
  std::size_t count = 0;
  for (const Blend& blend : session.blends) {
    if (has_own_trace(blend)) find(session, blend, count++);
  }
  return count > 0 ? before_traces_.data() : nullptr;
}

}  // namespace qkv
