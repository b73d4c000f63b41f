#include "core/session/beside.h"

#include <algorithm>
#include <cmath>

#include "core/document/written.h"
#include "core/text/token_text.h"

namespace qkv {

bool can_lie_beside(const Document& document) {
  return document.recording && !is_written(document);
}

void put_beside(Session& session, const DocumentPtr& recording) {
  session.beside = recording;
  const InitialState& state = recording->state;
  session.beside_slice = {state.layer, state.batch, state.head};
  if (session.beside_slice == Slice{}) session.beside_slice = telling_head(*recording, session);
  session.scene = Scene::lesson;
}

bool takes_now(const Session& session) {
  return session.document->takes_beside && shown_scene(session) == Scene::lesson &&
         !session.contents;
}

PlaceHabits place_habits(const Trace& trace, int head) {
  PlaceHabits habits;
  int rows = 0, followed = 0;
  // The first row has no word before it, and itself is the first: it says nothing.
  for (int row = 1; row < trace.n && row < trace.m; ++row) {
    habits.before += static_cast<double>(trace.weight(head, row, row - 1));
    habits.itself += static_cast<double>(trace.weight(head, row, row));
    habits.first += static_cast<double>(trace.weight(head, row, 0));
    ++rows;
    if (row + 1 >= trace.m) continue;
    habits.next += static_cast<double>(trace.weight(head, row, row + 1));
    ++followed;
  }
  if (rows == 0) return {};
  return {habits.before / rows, habits.itself / rows, habits.next / std::max(1, followed),
          habits.first / rows};
}

Slice looks_one_back(const Document& recording) {
  Slice best;
  double most = -1;
  for (int layer = 0; layer < recording.layers(); ++layer) {
    Trace trace;
    trace_of(recording, recording.options, {layer, 0, 0}, trace);
    for (int head = 0; head < trace.heads; ++head)
      if (const double before = place_habits(trace, head).before; before > most) {
        most = before;
        best = {layer, 0, head};
      }
  }
  return best;
}

namespace {

/// Its first place, whatever the case of its letters; -1: none.
int place_of(const std::vector<std::string>& words, const std::string& word) {
  const auto low = [](std::string text) {
    for (char& c : text)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
  };
  for (std::size_t i = 0; i < words.size(); ++i)
    if (low(token_text(words[i])) == low(word)) return static_cast<int>(i);
  return -1;
}

/// How much of a head's attention is explained neither by the distance of two words nor by one key
/// that all look at: mean over the rows of the squares of what goes beyond both means. 0 for a head
/// that looks a word back, or at the first token, or at a full stop.
double heeds_words(const Trace& trace, int head) {
  const auto n = static_cast<std::size_t>(trace.n), m = static_cast<std::size_t>(trace.m);
  struct Mean {
    double sum = 0, count = 0;
    double value() const { return count > 0 ? sum / count : 0; }
    void add(double x) {
      sum += x;
      ++count;
    }
  };
  std::vector<Mean> keys(m), distances(n + m);
  const auto each = [&](auto use) {
    for (int row = 0; row < trace.n; ++row)
      for (int key = 0; key < trace.m; ++key)
        if (trace.visible(head, row, key))
          use(static_cast<double>(trace.weight(head, row, key)),
              keys[static_cast<std::size_t>(key)],
              distances[static_cast<std::size_t>(row - key + trace.m)]);
  };
  each([](double weight, Mean& key, Mean& distance) {
    key.add(weight);
    distance.add(weight);
  });
  double squares = 0;
  each([&](double weight, const Mean& key, const Mean& distance) {
    const double beyond = weight - std::max(key.value(), distance.value());
    if (beyond > 0) squares += beyond * beyond;
  });
  return trace.n > 0 ? squares / trace.n : 0;
}

}  // namespace

Sought sought_in(const Document& recording, const Session& session) {
  const Document& made = *session.document;
  Trace own;
  trace_of(made, session.options, session.slice, own);
  Sought sought;
  if (own.m == 0 || session.row >= own.n) return sought;
  int best = -1;
  for (int key = 0; key < own.m; ++key) {
    if (key == session.row && own.m > 1) continue;
    const auto weight = [&](int k) { return own.weight(session.slice.head, session.row, k); };
    if (best < 0 || weight(key) > weight(best)) best = key;
  }
  sought.word = token_text(made.query_words[static_cast<std::size_t>(session.row)]);
  sought.wanted = token_text(made.key_words[static_cast<std::size_t>(best)]);
  sought.row = place_of(recording.query_words, sought.word);
  sought.key = place_of(recording.key_words, sought.wanted);
  return sought;
}

Slice telling_head(const Document& recording, const Session& session) {
  constexpr double kMostRead = 5e7;  // weights: more would be felt
  const double all =
      static_cast<double>(recording.layers()) * recording.heads() * recording.n() * recording.m();
  Slice best{recording.state.layer, recording.state.batch, recording.state.head};
  if (all > kMostRead) return best;
  const Sought sought = sought_in(recording, session);
  double most = -1;
  for (int layer = 0; layer < recording.layers(); ++layer) {
    Trace trace;
    trace_of(recording, recording.options, {layer, 0, 0}, trace);
    for (int head = 0; head < trace.heads; ++head) {
      const double told = sought.both()
                              ? static_cast<double>(trace.weight(head, sought.row, sought.key))
                              : heeds_words(trace, head);
      if (!(told > most)) continue;
      most = told;
      best = {layer, 0, head};
    }
  }
  return best;
}

}  // namespace qkv
