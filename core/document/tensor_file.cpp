#include "core/document/tensor_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/document/attention_faults.h"
#include "core/document/recorded_note.h"
#include "core/document/shapes.h"
#include "core/document/tokens.h"
#include "core/files/npy.h"
#include "core/files/npz.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr int kMostRows = 1 << 20;

/// The arrays of the file that mean something here, under the names the design gives them.
struct Arrays {
  std::string path;
  std::vector<NpzMember> members;

  /// The array under one of its names, null when absent. A faulty one is told; two are one too
  /// many.
  const Array* find(std::initializer_list<std::string_view> names) const {
    const NpzMember* found = nullptr;
    for (const NpzMember& member : members) {
      if (std::find(names.begin(), names.end(), member.name) == names.end()) continue;
      if (found != nullptr)
        throw InputError(path + ": holds both " + found->name + " and " + member.name +
                         "; keep one of them");
      found = &member;
    }
    if (found == nullptr) return nullptr;
    if (!found->fault.empty()) throw InputError(found->fault);
    return &found->array;
  }
};

std::string place(const Arrays& in, const std::string& name) { return in.path + ": " + name; }

/// An array seen as [a, b, heads, rows, columns], missing axes in front counting 1.
struct Axes {
  std::array<std::int64_t, 5> side{1, 1, 1, 1, 1};
  int heads() const { return static_cast<int>(side[2]); }
  int rows() const { return static_cast<int>(side[3]); }
  int columns() const { return static_cast<int>(side[4]); }
};

Axes axes_of(const Array& array, const std::string& where, std::size_t most_axes,
             const char* wanted) {
  if (array.numbers.empty() && !array.words.empty())
    throw InputError(told("error.holds_texts", {{"where", where}, {"wanted", told(wanted)}}));
  if (array.shape.size() < 2 || array.shape.size() > most_axes)
    throw InputError(
        told("error.shape.axes",
             {{"where", where}, {"shape", shape_text(array.shape)}, {"wanted", told(wanted)}}));
  Axes axes;
  for (std::size_t i = 0; i < array.shape.size(); ++i) {
    const std::int64_t side = array.shape[array.shape.size() - 1 - i];
    if (side == 0)
      throw InputError(
          told("error.shape.empty", {{"where", where}, {"shape", shape_text(array.shape)}}));
    if (side > kMostRows)
      throw InputError(
          told("error.shape.large", {{"where", where}, {"shape", shape_text(array.shape)}}));
    axes.side[4 - i] = side;
  }
  return axes;
}

Tensor slice_of(const Array& array, const Axes& axes, std::size_t index) {
  const auto size = static_cast<std::size_t>(axes.side[2] * axes.side[3] * axes.side[4]);
  const auto begin = array.numbers.begin() + static_cast<std::ptrdiff_t>(index * size);
  return {axes.heads(), axes.rows(), axes.columns(),
          std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(size))};
}

// Keys of texts.
constexpr const char* kVectorShapes = "error.shape.of_vectors";
constexpr const char* kRecordingShapes = "error.shape.of_recording";

Tensor vectors_of(const Arrays& in, const Array& array, const std::string& name, int batch,
                  int& batches) {
  const Axes axes = axes_of(array, place(in, name), 4, kVectorShapes);
  const int here = static_cast<int>(axes.side[1]);
  if (batches != 0 && here != batches)
    throw InputError(told("error.shape.batches", {{"where", place(in, name)},
                                                  {"here", std::to_string(here)},
                                                  {"there", std::to_string(batches)}}));
  batches = here;
  if (batch >= batches)
    throw InputError(in.path + ": there is no batch " + std::to_string(batch) +
                     (batches == 1 ? "; there is only batch 0"
                                   : "; choose 0 to " + std::to_string(batches - 1)));
  return slice_of(array, axes, static_cast<std::size_t>(batch));
}

/// The mask, broadcast as NumPy does, to [heads or 1, n, m] of one batch.
struct Broadcast {
  const Array& array;
  std::array<std::int64_t, 4> side{1, 1, 1, 1};  // batch, heads, n, m

  Broadcast(const Array& mask, const Document& d, int batches, const std::string& where)
      : array(mask) {
    const std::array<std::int64_t, 4> wanted{batches, d.heads(), d.n(), d.m()};
    const std::size_t rank = mask.shape.size();
    bool fits = rank >= 1 && rank <= 4;
    for (std::size_t i = 0; fits && i < rank; ++i) {
      side[3 - i] = mask.shape[rank - 1 - i];
      fits = side[3 - i] == 1 || side[3 - i] == wanted[3 - i];
    }
    if (!fits)
      throw InputError(
          told("error.shape.cells",
               {{"where", where},
                {"shape", shape_text(mask.shape)},
                {"scores", "[" + std::to_string(d.heads()) + ", " + std::to_string(d.n()) + ", " +
                               std::to_string(d.m()) + "]"}}));
  }
  int heads() const { return static_cast<int>(side[1]); }
  float at(int batch, int head, int row, int column) const {
    const std::int64_t index[] = {batch, head, row, column};
    std::int64_t flat = 0;
    for (std::size_t i = 0; i < 4; ++i) flat = flat * side[i] + (side[i] == 1 ? 0 : index[i]);
    return array.numbers[static_cast<std::size_t>(flat)];
  }
};

void read_mask(const Arrays& in, Document& d, int batch, int batches) {
  const Array* const array = in.find({"mask", "attn_mask"});
  if (array == nullptr) return;
  const std::string where = place(in, "mask");
  const Broadcast cells(*array, d, batches, where);
  const bool boolean = array->dtype.find('b') != std::string::npos;
  if (!boolean && array->dtype.find('f') == std::string::npos &&
      array->dtype.find('V') == std::string::npos)
    throw InputError(where + ": holds " + array->dtype +
                     "; save it as bool (true = may look) or as floats (added to the score)");
  std::vector<float> numbers;
  for (int h = 0; h < cells.heads(); ++h)
    for (int r = 0; r < d.n(); ++r)
      for (int c = 0; c < d.m(); ++c) {
        const float value = cells.at(batch, h, r, c);
        if (std::isnan(value) || value > std::numeric_limits<float>::max())
          throw InputError(where + ": head " + std::to_string(h) + ", row " + std::to_string(r) +
                           ", column " + std::to_string(c) + " is " +
                           (std::isnan(value) ? "NaN" : "infinite") +
                           "; write 0 to allow, -inf to hide");
        numbers.push_back(value);
      }
  if (boolean) {
    auto visible = std::make_shared<BoolCells>(BoolCells{cells.heads(), d.n(), d.m(), {}});
    for (const float value : numbers) visible->visible.push_back(value != 0.0f ? 1 : 0);
    d.options.mask.cells = std::move(visible);
  } else {
    d.options.mask.bias = std::make_shared<const FloatCells>(
        FloatCells{cells.heads(), d.n(), d.m(), std::move(numbers)});
  }
}

/// The note says where the numbers come from; remarks that a viewer must not miss follow it.
void read_vectors(const Arrays& in, Document& d, int batch) {
  const std::pair<const char*, Tensor*> parts[] = {
      {"q", &d.queries}, {"k", &d.keys}, {"v", &d.values}};
  int batches = 0;
  for (const auto& [name, tensor] : parts) {
    const std::string upper(1, static_cast<char>(name[0] - 'a' + 'A'));
    const Array* const array = in.find({name, upper});
    if (array == nullptr)
      throw InputError(told("error.array_missing", {{"path", in.path}, {"name", name}}));
    *tensor = vectors_of(in, *array, name, batch, batches);
  }
  read_tokens(in.path, in.find({"tokens"}), d.queries.rows, d.keys.rows, d);
  const ShapeFault fault = shape_fault(d);
  if (!fault.what.empty())
    throw InputError(
        told("error.at", {{"where", in.path}, {"what", fault.what}, {"mend", fault.mend}}));
  read_mask(in, d, batch, batches);
  d.file_batch = batch;
  d.file_batches = batches;
  note_source(d, "recorded.vectors");
  if (batches > 1)
    add_remark(d, "recorded.batch",
               {{"batch", std::to_string(batch)}, {"batches", std::to_string(batches)}});
  if (in.find({"attention", "attentions"}) != nullptr) add_remark(d, "recorded.anew");
}

std::vector<Tensor> slices(const Array& array, const Axes& axes) {
  std::vector<Tensor> result;
  const auto count = static_cast<std::size_t>(axes.side[0] * axes.side[1]);
  for (std::size_t i = 0; i < count; ++i) result.push_back(slice_of(array, axes, i));
  return result;
}

/// [layers, heads, n, m] has its layers where [l, b, h, n, m] has its batches.
Axes recording_axes(const Array& array, const std::string& where) {
  Axes axes = axes_of(array, where, 5, kRecordingShapes);
  if (array.shape.size() == 4) std::swap(axes.side[0], axes.side[1]);
  return axes;
}

void read_recording(const Arrays& in, Document& d, const Array* attention, const Array* scaled,
                    const std::string& name) {
  Recording recording;
  const Array& first = attention != nullptr ? *attention : *scaled;
  const Axes axes = recording_axes(first, place(in, attention != nullptr ? name : "scores_scaled"));
  recording.layers = static_cast<int>(axes.side[0]);
  recording.batches = static_cast<int>(axes.side[1]);
  if (attention != nullptr && scaled != nullptr && attention->shape != scaled->shape)
    throw InputError(told("error.shape.same", {{"where", place(in, "scores_scaled")},
                                               {"shape", shape_text(scaled->shape)},
                                               {"name", name},
                                               {"other", shape_text(attention->shape)}}));
  if (scaled != nullptr) recording.scaled = slices(*scaled, axes);
  if (attention != nullptr) {
    recording.weights = slices(*attention, axes);
    const std::string fault = attention_fault(recording.weights, recording.batches);
    if (!fault.empty()) throw InputError(place(in, name) + ": " + fault);
  } else {
    recording.weights = softmax_of(recording.scaled);
    add_remark(d, "recorded.from_scores");
  }
  if (attention != nullptr && scaled != nullptr) {
    const TextValues off = disagreement(recording);
    if (!off.empty()) add_remark(d, "recorded.disagreement", off);
  }
  d.recording = std::move(recording);
  read_tokens(in.path, in.find({"tokens"}), axes.rows(), axes.columns(), d);
  read_mask(in, d, 0, 1);
  note_source(d, scaled != nullptr ? "recorded.scores" : "recorded.weights");
}

/// No name that is known: says what there is, and whether it would be attention at all.
[[noreturn]] void refuse(const Arrays& in) {
  std::string what = in.path + ": has neither q, k, v nor attention";
  if (in.members.empty()) what += "; it holds no arrays at all";
  std::size_t told = 0;
  for (const NpzMember& member : in.members) {
    if (++told > 6) {
      what += "; and " + std::to_string(in.members.size() - 6) + " more";
      break;
    }
    what += (told == 1 ? "; it holds " : "; ") + member.name;
    if (!member.fault.empty()) {
      what += " (cannot be read)";
      continue;
    }
    what += " " + shape_text(member.array.shape);
    if (member.array.shape.size() < 3 || member.array.shape.size() > 5 ||
        member.array.numbers.empty())
      continue;
    const Axes axes = recording_axes(member.array, place(in, member.name));
    const std::string fault =
        attention_fault(slices(member.array, axes), static_cast<int>(axes.side[1]));
    what += fault.empty() ? " (its rows sum to 1: is it attention?)" : " (" + fault + ")";
  }
  throw InputError(what + "; name the arrays q, k, v, or attention");
}

bool is_known(std::string_view name) {
  constexpr std::string_view kKnown[] = {"q",
                                         "k",
                                         "v",
                                         "Q",
                                         "K",
                                         "V",
                                         "mask",
                                         "attn_mask",
                                         "attention",
                                         "attentions",
                                         "scores_scaled",
                                         "tokens"};
  return std::find(std::begin(kKnown), std::end(kKnown), name) != std::end(kKnown);
}

Arrays open_arrays(const std::string& path) {
  Arrays in{path, {}};
  if (read_start(path, 6).starts_with("\x93NUMPY") || path.ends_with(".npy")) {
    NpzMember member;
    member.name = "attention";  // one array alone can be nothing else
    member.array = read_npy(read_file(path), path);
    in.members.push_back(std::move(member));
    return in;
  }
  // First what there is: large arrays that are not needed are not read.
  bool any = false;
  for (const NpzMember& member : scan_npz(path, [](std::string_view) { return false; }))
    any = any || is_known(member.name);
  in.members = scan_npz(path, [&](std::string_view name) { return !any || is_known(name); });
  return in;
}

std::string stem_of(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') == path.npos ? 0 : path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? name : name.substr(0, dot);
}

}  // namespace

DocumentPtr load_tensor_file(const std::string& path, int batch) {
  const Arrays in = open_arrays(path);
  auto document = std::make_shared<Document>();
  document->id = document->title = stem_of(path);
  document->origin = path;
  document->provenance = Provenance::recorded;
  document->tensors = TensorSource{path, {}, in.find({"q"}) == nullptr, {}};
  for (const char* name : {"mask", "attn_mask"})
    if (document->tensors->mask.empty() && in.find({name}) != nullptr)
      document->tensors->mask = name;
  const Array* const attention = in.find({"attention", "attentions"});
  const Array* const scaled = in.find({"scores_scaled"});
  const bool vectors = in.find({"q", "Q"}) != nullptr || in.find({"k", "K"}) != nullptr ||
                       in.find({"v", "V"}) != nullptr;
  if (vectors && (in.find({"q", "Q"}) != nullptr || (attention == nullptr && scaled == nullptr))) {
    read_vectors(in, *document, batch);
  } else if (attention != nullptr || scaled != nullptr) {
    read_recording(in, *document, attention, scaled, "attention");
  } else {
    refuse(in);
  }
  document->provenance_note = document->notes.at("en");
  for (const NpzMember& member : in.members)
    if (!member.fault.empty()) document->remarks.push_back("not read: " + member.fault.english);
  return document;
}

}  // namespace qkv
