#pragma once
// What is open: a lesson, a scene or somebody's tensors. Immutable and shared once loaded.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/attention.h"
#include "core/document/knobs.h"
#include "core/document/reference.h"
#include "core/document/shared_list.h"

namespace qkv {

/// How the numbers came to be; told wherever they are shown.
enum class Provenance { hand_made, computed, trained, recorded };
std::string_view provenance_text(Provenance p);  // "hand-made", ...

/// Embeddings and the matrices that make q, k, v of them: q = x W_Q. [1, n, e] and [1, e, d].
struct Projection {
  Tensor embeddings, w_q, w_k, w_v;
  friend bool operator==(const Projection&, const Projection&) = default;
};

/// Attention that somebody else computed: [layers][batches] of [heads, n, m].
struct Recording {
  int layers = 0, batches = 1;
  std::vector<Tensor> weights;  ///< layer-major, then batch
  std::vector<Tensor> scaled;   ///< the same order; empty when the file has none
  friend bool operator==(const Recording&, const Recording&) = default;
};

/// A scene names large tensors, it does not swallow them.
struct TensorSource {
  std::string path;    ///< as the scene says it, relative to the scene's folder
  std::string sha256;  ///< empty: not given
  bool upper = false;  ///< its arrays are called Q, K, V
  std::string mask;    ///< its array that is the mask; empty: none
  friend bool operator==(const TensorSource&, const TensorSource&) = default;
};

/// A text that the lesson says at a place of the walk: "start", "score", "score:cat",
/// "softmax:exp". May name {word}, {key} and numbers of the trace: what
/// there is stands in story_values (core/picture/panels/story_text.cpp).
struct StepText {
  std::string at;
  std::map<std::string, std::string> title, text;  ///< by language, "en" always there
  std::vector<KnobSetting> knobs{};                ///< where they stand from here on
  std::string formula{};  ///< in the place of the attention's; h_(t−1), d^2 set low and high
  float seconds = 0;      ///< how long its beat takes; 0: as any other
  friend bool operator==(const StepText&, const StepText&) = default;
};

/// Numbers of a lesson that are not attention alone (an RNN's memory, ...): what its own table of
/// the file says, and what is computed from it. Made by the row of lesson_kinds() of that name, see
/// core/document/lesson_kind.h.
struct Pieces {
  std::string kind;                     ///< the table's name in the file: "rnn"
  std::map<std::string, Tensor> given;  ///< as the file says them
  std::vector<std::string> words;       ///< of its own, where it has a sentence beside the lesson's
  std::map<std::string, Tensor> computed;  ///< what `qkv trace` prints and the scene draws
  friend bool operator==(const Pieces&, const Pieces&) = default;
};

/// What a lesson asks when its walk is done. The right answer is computed from the trace each time.
struct Question {
  enum class Kind {
    word,    ///< of the sentence: those for which `answer` with ? holds (or is the largest)
    cell,    ///< of the table: the same with ? ?
    choose,  ///< among `options`: the one whose condition of `holds` is true
    number   ///< typed: the value of `answer`, to half of its last shown digit
  } kind = Kind::word;
  std::string id;                                ///< texts stand under "question:ID"
  std::string word;                              ///< whose row is looked at; empty: [state]'s
  std::string at;                                ///< the stop at which it is asked
  std::string show;                              ///< the stop that shows the answer
  std::string with;                              ///< "mask causal, head 2, knob d 64"; or empty
  Condition answer;                              ///< of word, cell and number
  std::vector<Condition> holds;                  ///< of choose, one an option
  std::map<std::string, std::string> text, why;  ///< by language: what is asked; what to see
  std::map<std::string, std::vector<std::string>> options;  ///< by language
  friend bool operator==(const Question&, const Question&) = default;
};

/// A wish that W_Q and W_K can be trained for before the viewer's eyes, core/learning/train.h:
/// `query` finds `key`. While it is on, the document's projection holds the trained matrices.
struct Training {
  int query = 0, key = 0;       ///< rows of words
  float rate = 0.1f;            ///< W loses rate × gradient a step
  int steps = 40;               ///< of a whole run
  Tensor start_w_q, start_w_k;  ///< before the first step, [1, e, d]
  /// Softmax weight of the key, at the start and after each step as it was seen; empty: off.
  std::vector<float> path;
  Tensor own_w_q, own_w_k;  ///< the file's, given back when it is switched off, with their
  Provenance own_provenance = Provenance::hand_made;  ///< provenance
  std::string own_note;                               ///< and its note
  bool on() const { return !path.empty(); }
  int done() const { return path.empty() ? 0 : static_cast<int>(path.size()) - 1; }
  friend bool operator==(const Training&, const Training&) = default;
};

/// Where a saved scene stood; the window and the renderer start from it.
struct InitialState {
  std::string word;   ///< as --word reads it; empty: the first
  std::string stage;  ///< as --stage or --at reads it; empty: start
  std::string theme;  ///< "dark", "light" or empty
  int layer = 0, batch = 0, head = 0;
  std::string picture;  ///< the stop whose picture stands for the lesson in the gallery
  std::string actions;  ///< a script as --do takes it, run after the rest: "scene sentence"
  friend bool operator==(const InitialState&, const InitialState&) = default;
};

struct FloorAxes;
/// Axes of the Landscape's floor, a head each, worked out when first asked for (floor_axes.h) and
/// kept as long as the document. Not part of its value: a copy, which may be changed, starts empty.
class FloorMemo {
 public:
  FloorMemo() = default;
  FloorMemo(const FloorMemo&) {}
  FloorMemo& operator=(const FloorMemo&);
  friend bool operator==(const FloorMemo&, const FloorMemo&) { return true; }

 private:
  friend const FloorAxes& floor_axes(const struct Document& document, int head);
  mutable std::mutex mutex_;
  mutable std::map<int, std::shared_ptr<const FloorAxes>> by_head_;
};

struct Document {
  std::string id;      ///< a lesson's id or a file's stem
  std::string origin;  ///< path as given, or "lesson cat"; used in messages
  std::string title;
  std::map<std::string, std::string> titles;  ///< in other languages; title_of() chooses
  int course = 0;                             ///< place in the course, from 1; 0: none
  Provenance provenance = Provenance::hand_made;
  std::string provenance_note;                      ///< one line, "Vectors chosen by hand."
  std::map<std::string, std::string> notes;         ///< the file's note by language, or empty
  std::vector<std::string> query_words, key_words;  ///< n and m labels, the same for self-attention

  Tensor queries, keys, values;  ///< empty when a recording has none
  std::optional<Projection> projection;
  std::optional<Recording> recording;
  int file_batch = 0, file_batches = 1;  ///< which batch of q, k, v was read, of how many
  std::optional<TensorSource> tensors;   ///< where queries … recording were read from

  AttentionOptions options;  ///< the file's own mask and scale
  InitialState state;
  SharedList<StepText> steps;
  std::optional<Pieces> pieces;
  std::optional<Training> training;  ///< only beside a projection of one head
  std::vector<Knob> knobs;           ///< what of the pieces can be turned
  PiecesMemo piece_memo;
  std::vector<std::string> parts;       ///< stops of its own after Start, "part:chain", by name
  int parts_after = 0;                  ///< so many, the last ones, come after the attention
  bool only_parts = false;              ///< the walk ends with them; else the attention follows
  bool takes_beside = false;            ///< a recording may be laid beside it
  std::vector<std::string> head_names;  ///< one a head: "subject and verb"; empty: numbered
  std::map<std::string, std::vector<std::string>> head_names_in;  ///< in other languages
  SharedList<Question> questions;
  std::vector<std::string> remarks;  ///< what a reader should know of the file, one line each
  FloorMemo floor;

  /// How long the beat of each part takes, as its step says it; 0: as any other.
  std::vector<float> part_seconds() const;
  int layers() const { return recording ? recording->layers : 1; }
  int batches() const { return recording ? recording->batches : 1; }
  int heads() const;
  int n() const { return static_cast<int>(query_words.size()); }
  int m() const { return static_cast<int>(key_words.size()); }
  friend bool operator==(const Document&, const Document&) = default;
};

/// Shared and immutable. Two are equal when their documents are, so that a session is compared by
/// what it says.
class DocumentPtr : public std::shared_ptr<const Document> {
 public:
  using std::shared_ptr<const Document>::shared_ptr;
  DocumentPtr(std::shared_ptr<const Document> document)
      : std::shared_ptr<const Document>(std::move(document)) {}
  DocumentPtr() = default;
  friend bool operator==(const DocumentPtr& a, const DocumentPtr& b) {
    return a.get() == b.get() || (a.get() && b.get() && *a == *b);
  }
  friend bool operator==(const DocumentPtr& a, std::nullptr_t) { return !a.get(); }
};

/// Row `row` of the query, key or value that query head `head` uses: with grouped queries several
/// heads share one key head, in order. Empty where the document has no such numbers.
std::span<const float> query_row(const Document& document, int head, int row);  // d
std::span<const float> key_row(const Document& document, int head, int row);    // d
std::span<const float> value_row(const Document& document, int head, int row);  // dv
/// What is mixed: the value, or the key where the variant mistakes it for one.
std::span<const float> mixed_row(const Document& document, const AttentionOptions& options,
                                 int head, int row);  // dv

/// Which slice of a document is looked at.
struct Slice {
  int layer = 0, batch = 0, head = 0;
  friend bool operator==(const Slice&, const Slice&) = default;
};

/// The trace of one layer and batch, all heads: computed from q, k, v, or read from the recording.
void trace_of(const Document& document, const AttentionOptions& options, const Slice& slice,
              Trace& trace);

}  // namespace qkv
