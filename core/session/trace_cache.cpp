#include "core/session/session.h"

namespace qkv {

void TraceCache::compute(const Key& key, Trace& trace) {
  trace_of(*key.document, key.options, key.slice, trace);
  ++computed_;
}

const Trace& TraceCache::now(const Session& session) {
  const Key key{session.document, session.options, session.slice};
  if (!(key == now_key_)) {
    // The key first becomes valid with its trace: trace_of may throw.
    now_key_ = {};
    compute(key, now_);
    now_key_ = key;
  }
  return now_;
}

const Trace* TraceCache::before(const Session& session) {
  std::size_t count = 0;
  for (const Blend& blend : session.blends) {
    if (blend.property != Blend::Property::options && blend.property != Blend::Property::slice) {
      continue;
    }
    const Key key{session.document, blend.from_options, blend.from_slice};
    if (before_.size() <= count) {
      before_.emplace_back();
      before_keys_.emplace_back();
    }
    if (!(before_keys_[count] == key)) {
      before_keys_[count] = {};
      compute(key, before_[count]);
      before_keys_[count] = key;
    }
    ++count;
  }
  return count > 0 ? before_.data() : nullptr;
}

}  // namespace qkv
