#include "core/learning/train.h"

#include <cmath>
#include <utility>

#include "core/document/shapes.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

/// matrix −= rate × gradient, both e×d.
void step_down(Tensor& matrix, const std::vector<double>& gradient, float rate) {
  for (std::size_t i = 0; i < matrix.data.size(); ++i)
    matrix.data[i] = static_cast<float>(static_cast<double>(matrix.data[i]) -
                                        static_cast<double>(rate) * gradient[i]);
}

void project_again(Document& document) {
  const Projection& p = *document.projection;
  document.queries = projected(p.embeddings, p.w_q);
  document.keys = projected(p.embeddings, p.w_k);
}

void say_where_from(Document& document) {
  const Training& t = *document.training;
  document.provenance = Provenance::trained;
  document.provenance_note = filled(text(t.done() == 1 ? "train.note_one" : "train.note"),
                                    {{"steps", std::to_string(t.done())}, {"note", t.own_note}});
}

float weight_of(const Training& t, const Trace& trace) { return trace.weight(0, t.query, t.key); }

}  // namespace

Descent descent(const Document& document, const Trace& trace) {
  const Training& t = *document.training;
  const Tensor& x = document.projection->embeddings;
  const auto e = static_cast<std::size_t>(x.columns), d = static_cast<std::size_t>(trace.d);
  Descent result;
  result.weight = static_cast<double>(weight_of(t, trace));
  result.loss = -std::log(result.weight);
  result.w_q.assign(e * d, 0);
  result.w_k.assign(e * d, 0);
  const auto q = document.queries.view().row(0, t.query), own = x.view().row(0, t.query);
  const double cap = static_cast<double>(trace.options.softcap);
  for (int j = 0; j < trace.m; ++j) {
    if (!trace.visible(0, t.query, j)) continue;
    double g = static_cast<double>(trace.weight(0, t.query, j)) - (j == t.key ? 1 : 0);
    g *= static_cast<double>(trace.scale) / static_cast<double>(trace.options.temperature);
    if (cap > 0) {
      const double bent = static_cast<double>(trace.scaled(0, t.query, j)) / cap;
      g *= 1 - bent * bent;
    }
    const auto k = document.keys.view().row(0, j), other = x.view().row(0, j);
    for (std::size_t a = 0; a < e; ++a)
      for (std::size_t b = 0; b < d; ++b) {
        result.w_q[a * d + b] += g * static_cast<double>(own[a]) * static_cast<double>(k[b]);
        result.w_k[a * d + b] += g * static_cast<double>(other[a]) * static_cast<double>(q[b]);
      }
  }
  return result;
}

bool has_wish(const Document& document) {
  if (!document.training || !document.projection) return false;
  const Training& t = *document.training;
  return t.query >= 0 && t.query < document.n() && t.key >= 0 && t.key < document.m();
}

bool can_train(const Document& document, const AttentionOptions& options) {
  // The gradient is that of attention as it is.
  return has_wish(document) && !is_broken(options.variant) &&
         is_visible(options.mask, 0, document.training->query, document.training->key, document.n(),
                    document.m());
}

DocumentPtr trained(const Document& from, const AttentionOptions& options, int steps) {
  auto result = std::make_shared<Document>(from);
  Training& t = *result->training;
  Projection& p = *result->projection;
  Trace trace;
  if (!t.on()) {
    t.own_w_q = std::exchange(p.w_q, t.start_w_q);
    t.own_w_k = std::exchange(p.w_k, t.start_w_k);
    t.own_provenance = result->provenance;
    t.own_note = result->provenance_note;
    project_again(*result);
    trace_of(*result, options, {}, trace);
    t.path.push_back(weight_of(t, trace));
  } else {
    trace_of(*result, options, {}, trace);
  }
  for (int i = 0; i < steps && t.done() < t.steps; ++i) {
    const Projection before = p;
    const Descent down = descent(*result, trace);
    step_down(p.w_q, down.w_q, t.rate);
    step_down(p.w_k, down.w_k, t.rate);
    project_again(*result);
    try {
      trace_of(*result, options, {}, trace);
    } catch (const InputError&) {  // a rate so large that a number became infinite
      p = before;
      project_again(*result);
      break;
    }
    t.path.push_back(weight_of(t, trace));
  }
  say_where_from(*result);
  return result;
}

DocumentPtr end_of_run(const Document& document, const AttentionOptions& options) {
  if (!can_train(document, options)) return nullptr;
  return trained(*untrained(document), options, document.training->steps);
}

DocumentPtr untrained(const Document& from) {
  auto result = std::make_shared<Document>(from);
  Training& t = *result->training;
  if (!t.on()) return result;
  result->projection->w_q = std::exchange(t.own_w_q, {});
  result->projection->w_k = std::exchange(t.own_w_k, {});
  result->provenance = t.own_provenance;
  result->provenance_note = std::exchange(t.own_note, {});
  t.path.clear();
  project_again(*result);
  return result;
}

}  // namespace qkv
