// Attention with broken rules, against float64 references written the way the mistake is made.

#include "core/attention/variant.h"

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/attention/attention.h"
#include "core/document/library.h"
#include "core/document/qkv_file.h"
#include "core/session/action.h"
#include "core/text/input_error.h"
#include "tests/support/attention_case.h"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr double kInf = HUGE_VAL;
using Matrix = std::vector<std::vector<double>>;

Matrix matrix(int rows, int columns) {
  return Matrix(static_cast<std::size_t>(rows),
                std::vector<double>(static_cast<std::size_t>(columns)));
}

// softmax([s, sink] / t) by row, without the sink; a row of -inf gives zeros.
Matrix softmax_rows(Matrix s, double t, const double* sink) {
  for (auto& row : s) {
    double top = -kInf, sum = 0;
    for (const double x : row) top = std::max(top, x);
    if (top == -kInf) {
      for (double& x : row) x = 0;
      continue;
    }
    if (sink != nullptr) top = std::max(top, *sink);
    for (double& x : row) sum += x = std::exp((x - top) / t);
    if (sink != nullptr) sum += std::exp((*sink - top) / t);
    for (double& x : row) x /= sum;
  }
  return s;
}

Matrix transposed(const Matrix& a) {
  Matrix b = matrix(static_cast<int>(a.front().size()), static_cast<int>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j) b[j][i] = a[i][j];
  return b;
}

struct Expected {
  Matrix masked, weights, output;
  std::vector<std::vector<bool>> shown;
};

// One head, stage after stage. `correct` holds what the mask hides, by the reference that the
// correct path is tested with.
Expected expected(const AttentionNumbers& x, const ReferenceAttention& correct, int h) {
  const int n = x.q.rows, m = x.k.rows, group = x.q.heads / x.k.heads;
  const Variant& v = x.options.variant;
  Expected e;
  e.masked = matrix(n, m);
  e.shown.resize(static_cast<std::size_t>(n), std::vector<bool>(static_cast<std::size_t>(m)));
  const double scale =
      x.options.scale ? double(*x.options.scale) : 1 / std::sqrt(double(x.q.columns));
  const double cap = double(x.options.softcap);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int c = 0; c < x.q.columns; ++c)
        s += double(x.q.view().row(h, i)[std::size_t(c)]) *
             double(x.k.view().row(h / group, j)[std::size_t(c)]);
      s *= scale;
      if (cap > 0) s = cap * std::tanh(s / cap);
      if (x.options.mask.bias) {
        const FloatCells& bias = *x.options.mask.bias;
        const double added =
            double(bias.added[std::size_t(((bias.heads == 1 ? 0 : h) * n + i) * m + j)]);
        if (added > -3.3e38) s += added;
      }
      bool shown = correct.hidden[std::size_t((h * n + i) * m + j)] == 0;
      if (v.inverted) shown = !shown;
      e.shown[std::size_t(i)][std::size_t(j)] = shown;
      if (!shown && !v.mask_after) s = v.zero_fill ? 0 : -kInf;
      e.masked[std::size_t(i)][std::size_t(j)] = s;
    }
  const double t = double(x.options.temperature);
  const double sink = x.options.sink.empty() ? 0 : double(x.options.sink[std::size_t(h)]);
  const double* const own_sink = x.options.sink.empty() ? nullptr : &sink;
  Matrix work = v.columns ? transposed(e.masked) : e.masked;
  Matrix w = softmax_rows(work, t, own_sink);
  if (v.twice) {
    const Matrix again = softmax_rows(w, 1, nullptr);
    for (std::size_t i = 0; i < w.size(); ++i) {
      bool nothing = true;
      for (const double s : work[i]) nothing = nothing && s == -kInf;
      if (!nothing) w[i] = again[i];
    }
  }
  e.weights = v.columns ? transposed(w) : w;
  const Tensor& mixed = v.keys_as_values ? x.k : x.v;
  e.output = matrix(n, mixed.columns);
  for (std::size_t i = 0; i < std::size_t(n); ++i)
    for (std::size_t j = 0; j < std::size_t(m); ++j) {
      if (v.mask_after && !e.shown[i][j]) e.weights[i][j] = 0;
      for (std::size_t c = 0; c < e.output[i].size(); ++c)
        e.output[i][c] += e.weights[i][j] * double(mixed.view().row(h / group, int(j))[c]);
    }
  return e;
}

Variant variant_of(unsigned bits) {
  Variant variant;
  for (const VariantKind& kind : variant_kinds()) {
    variant.*kind.field = (bits & 1) != 0;
    bits >>= 1;
  }
  return variant;
}

double largest_fault(const Trace& t, const AttentionNumbers& x, const ReferenceAttention& correct) {
  double worst = 0;
  for (int h = 0; h < t.heads; ++h) {
    const Expected e = expected(x, correct, h);
    const auto off = [&](double is, double should) {
      if (std::isinf(should)) return is == should ? 0.0 : kInf;
      return std::abs(is - should) / (1 + std::abs(should));
    };
    for (int i = 0; i < t.n; ++i) {
      const auto r = std::size_t(i);
      for (int j = 0; j < t.m; ++j) {
        const auto c = std::size_t(j);
        worst = std::max(worst, off(double(t.masked(h, i, j)), e.masked[r][c]));
        worst = std::max(worst, off(double(t.weight(h, i, j)), e.weights[r][c]));
        if (t.allowed(h, i, j) != e.shown[r][c]) worst = kInf;
      }
      for (std::size_t c = 0; c < e.output[r].size(); ++c)
        worst = std::max(worst, off(double(t.output_row(h, i)[c]), e.output[r][c]));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("every broken rule, alone and with all others: float64 references") {
  const unsigned all = 1u << variant_kinds().size();
  int seen = 0;
  for (std::uint64_t seed = 1; seed <= 256; ++seed) {
    AttentionCase c = random_case(seed);
    c.nan_behind_mask = false;
    c.n = std::min(c.n, 40), c.m = std::min(c.m, 40), c.d = std::min(c.d, 24);
    AttentionNumbers x = numbers_of(c);
    const ReferenceAttention correct = reference(x);
    // Each alone comes often, and every combination once in a while.
    x.options.variant = variant_of(seed % 2 == 0 ? 1u << (seed / 2) % variant_kinds().size()
                                                 : unsigned(seed * 37) % all);
    CAPTURE(text_of(c));
    CAPTURE(variant_text(x.options.variant));
    const double tolerance = 4e-6 * (8 + correct.size);
    CHECK(largest_fault(attend(x.input()), x, correct) < tolerance);
    ++seen;
  }
  CHECK(seen == 256);
}

TEST_CASE("without a broken rule nothing changes, to the bit, and vector code serves the rest") {
  const AttentionNumbers x = numbers_of(random_case(7));
  CHECK(attend(x.input()).column_sum.empty());
  AttentionCase c = random_case(11);
  c.n = c.m = 90, c.d = 64, c.nan_behind_mask = false;
  AttentionNumbers large = numbers_of(c);
  large.options.variant.columns = true;
  CHECK(largest_fault(attend(large.input()), large, reference(large)) < 1e-4);
}

TEST_CASE("what each broken rule breaks, on the lesson") {
  const DocumentPtr cat = load_lesson("cat");
  const auto trace = [&](const char* variant, const char* mask) {
    AttentionOptions options;
    options.variant = parse_variant(variant);
    options.mask.rules = parse_mask_rules(mask);
    Trace t;
    trace_of(*cat, options, {}, t);
    return t;
  };
  const Trace right = trace("none", "causal");
  for (int i = 0; i < right.n; ++i) CHECK(right.row_total(0, i) == doctest::Approx(1));

  const Trace columns = trace("axis=columns", "full");
  double furthest = 0;
  for (int j = 0; j < columns.m; ++j) CHECK(columns.column_total(0, j) == doctest::Approx(1));
  for (int i = 0; i < columns.n; ++i)
    furthest = std::max(furthest, std::abs(double(columns.row_total(0, i)) - 1));
  CHECK(furthest > 0.3);

  const Trace after = trace("order=after", "causal");
  CHECK(after.weight(0, 0, 1) == 0.0f);
  CHECK(after.row_total(0, 0) < 0.5f);
  CHECK(after.masked(0, 0, 1) == after.scaled(0, 0, 1));

  const Trace zero = trace("fill=zero", "causal");
  CHECK(zero.masked(0, 0, 1) == 0.0f);
  CHECK(zero.weight(0, 0, 1) > 0.1f);
  CHECK(zero.row_total(0, 0) == doctest::Approx(1));

  const Trace inverted = trace("mask=inverted", "causal");
  CHECK(inverted.weight(0, 0, 0) == 0.0f);
  CHECK(inverted.weight(0, 0, 1) > 0.0f);
  CHECK(inverted.fully_masked(0, inverted.n - 1));

  const Trace keys = trace("values=keys", "full");
  CHECK(keys.weights == trace("none", "full").weights);
  CHECK(keys.output_row(0, 3)[0] > 2.0f);  // the cat's key is [3, 0], its value [1, 0]

  const Trace twice = trace("softmax=twice", "causal");
  CHECK(twice.row_total(0, 3) == doctest::Approx(1));
  CHECK(twice.weight(0, 0, 1) > 0.1f);
  CHECK(twice.weight_once(0, 0, 1) == 0.0f);
  CHECK(twice.weight_once(0, 3, 1) == doctest::Approx(right.weight(0, 3, 1)));
}

TEST_CASE("variants in words, and back") {
  for (unsigned bits = 0; bits < 1u << variant_kinds().size(); ++bits) {
    const Variant variant = variant_of(bits);
    CHECK(parse_variant(variant_text(variant)) == variant);
  }
  CHECK(parse_variant("") == Variant{});
  CHECK(parse_variant("axis=rows+softmax=once") == Variant{});
  const auto refusal = [](const char* text) -> std::string {
    try {
      parse_variant(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK(refusal("axis=diagonal") == "variant \"axis=diagonal\": write axis=rows or axis=columns");
  CHECK(refusal("axi=rows").find("use none, axis=columns, order=after") != std::string::npos);
  CHECK(refusal("axis").find("write axis=rows") != std::string::npos);
}

TEST_CASE("a broken rule is an edit: undone, saved, read back") {
  Session session = open_session(load_lesson("cat"));
  TraceCache traces;
  run_script(session, traces,
             "mask causal; variant axis=columns+fill=zero; scale 0.25; "
             "temperature 2; softcap 5");
  CHECK(variant_text(session.options.variant) == "axis=columns+fill=zero");
  CHECK(session.options.scale == 0.25f);
  CHECK(session.options.temperature == 2.0f);
  CHECK(session.options.softcap == 5.0f);
  Document copy = *session.document;
  copy.options = session.options;
  const Document back = *parse_qkv(write_qkv(copy), "copy.qkv", "copy");
  CHECK(back.options == session.options);
  run_script(session, traces, "undo; undo; undo; undo");
  CHECK(session.options.variant == Variant{});
  CHECK(session.options.mask.rules.size() == 1);
  for (const char* text : {"variant axis=columns+softmax=twice", "variant none", "scale 0.25",
                           "scale off", "temperature 2", "softcap 5", "code pytorch", "code off"}) {
    const Action action = parse_action(text, session, traces.now(session));
    CHECK(text_of(action, session) == text);
  }
  for (const char* text : {"temperature 0", "softcap -1", "variant", "variant axis=up"})
    CHECK_THROWS_AS(parse_action(text, session, traces.now(session)), InputError);
}
