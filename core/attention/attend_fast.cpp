#include "core/attention/attend_fast.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

#include "core/attention/check_input.h"
#include "core/attention/kernels/kernels.h"
#include "core/attention/thread_pool.h"

namespace qkv {
namespace {

std::size_t size(int length) { return static_cast<std::size_t>(length); }

// Units of one call, in the order they are handed out: for each kv head first the parts of its keys
// to pack, then blocks of rows of the query heads that share it.
struct Plan {
  Job job;
  std::size_t panel = 0, panels = 0, panels_a_part = 0, parts = 0;
  std::size_t rows_a_block = 0, blocks = 0;
  std::size_t group = 1;
  bool scores_only = false;

  std::size_t units_a_kv_head() const { return parts + group * blocks; }
};

// Rows so many that reading keys and values again for every block does not cost, and so few that
// the block's scores and weights stay in the cache of a core.
std::size_t rows_a_block(std::size_t m, std::size_t n, std::size_t tile_rows) {
  constexpr std::size_t kCache = std::size_t{512} << 10;
  const std::size_t fits = kCache / (m * 2 * sizeof(float)) / tile_rows * tile_rows;
  return std::min(std::clamp(fits, 4 * tile_rows, 16 * tile_rows), n);
}

void run_unit(void* context, int index) {
  const Plan& plan = *static_cast<const Plan*>(context);
  const Job& job = plan.job;
  const std::size_t kv_head = size(index) / plan.units_a_kv_head();
  const std::size_t unit = size(index) % plan.units_a_kv_head();
  std::atomic<int>& packed = job.parts_packed[kv_head];
  if (unit < plan.parts) {
    const std::size_t first = unit * plan.panels_a_part;
    kernels::pack_keys(job, kv_head, first, std::min(plan.panels, first + plan.panels_a_part));
    packed.fetch_add(1, std::memory_order_release);
    return;
  }
  // Whoever packs the missing parts has started already: parts are handed out before blocks.
  while (packed.load(std::memory_order_acquire) < static_cast<int>(plan.parts)) {
    std::this_thread::yield();
  }
  const std::size_t head = kv_head * plan.group + (unit - plan.parts) / plan.blocks;
  const std::size_t begin = (unit - plan.parts) % plan.blocks * plan.rows_a_block;
  const std::size_t end = std::min(job.n, begin + plan.rows_a_block);
  if (plan.scores_only) {
    kernels::score_rows(job, head, begin, end);
  } else {
    kernels::attend_rows(job, head, begin, end);
  }
}

// A copy of the values with whole vectors a row, and 0 for what is not finite: nobody looks at such
// a number (check_finite() saw to that), and 0 times NaN would be NaN.
void copy_values(const TensorView& values, std::size_t stride, Floats& copy) {
  const std::size_t rows = size(values.heads) * size(values.rows), width = size(values.columns);
  size_for_overwrite(copy, rows * stride);
  for (std::size_t r = 0; r < rows; ++r) {
    const float* const from = values.data + r * width;
    float* const to = copy.data() + r * stride;
    std::transform(from, from + width, to, [](float v) { return std::isfinite(v) ? v : 0.0f; });
    std::fill(to + width, to + stride, 0.0f);
  }
}

void fill_ranges(Trace& trace) {
  trace.scratch.ranges.resize(size(trace.n));
  for (int row = 0; row < trace.n; ++row) {
    trace.scratch.ranges[size(row)] = visible_keys(trace.options.mask, row, trace.n, trace.m);
  }
}

void start_counting_parts(Scratch& scratch, int kv_heads) {
  if (scratch.parts_packed_count < kv_heads) {
    scratch.parts_packed = std::make_unique<std::atomic<int>[]>(size(kv_heads));
    scratch.parts_packed_count = kv_heads;
  }
  for (int h = 0; h < kv_heads; ++h) scratch.parts_packed[size(h)] = 0;
}

void set_mask(const Mask& mask, Job& job) {
  const std::size_t cells = job.n * job.m;
  if (mask.cells) {
    job.cells = mask.cells->visible.data();
    job.cells_head = mask.cells->heads == 1 ? 0 : cells;
  }
  if (mask.bias) {
    job.bias = mask.bias->added.data();
    job.bias_head = mask.bias->heads == 1 ? 0 : cells;
  }
}

Plan plan_for(const AttentionInput& input, Trace& trace) {
  const kernels::Shape shape = kernels::shape();
  Plan plan;
  Job& job = plan.job;
  job.heads = size(trace.heads);
  job.kv_heads = size(input.keys.heads);
  job.n = size(trace.n);
  job.m = size(trace.m);
  job.d = size(trace.d);
  job.dv = size(trace.dv);
  job.queries = input.queries.data;
  job.keys = input.keys.data;
  job.values = input.values.data;
  job.value_stride = job.dv;
  job.scores = trace.scores.data();
  job.weights = trace.weights.data();
  job.output = trace.output.data();
  job.row_max = trace.row_max.data();
  job.row_sum = trace.row_sum.data();
  job.scale = trace.scale;
  job.softcap = trace.options.softcap;
  job.sharpness = 1.0f / trace.options.temperature;
  job.sink = trace.options.sink.empty() ? nullptr : trace.options.sink.data();
  job.visible_scores_only = trace.kept == Keep::visible_scores;
  constexpr std::size_t kMoreThanCaches = std::size_t{2} << 20;  // cells
  job.more_than_caches = job.heads * job.n * job.m >= kMoreThanCaches;
  job.stream = job.more_than_caches && job.m % shape.panel == 0;
  set_mask(trace.options.mask, job);

  plan.group = job.heads / job.kv_heads;
  plan.panel = shape.panel;
  plan.panels = (job.m + shape.panel - 1) / shape.panel;
  plan.panels_a_part = std::max<std::size_t>(1, 1024 / shape.panel);
  plan.parts = (plan.panels + plan.panels_a_part - 1) / plan.panels_a_part;
  plan.rows_a_block = rows_a_block(job.m, job.n, shape.rows);
  plan.blocks = (job.n + plan.rows_a_block - 1) / plan.rows_a_block;

  job.packed_head = plan.panels * shape.panel * job.d;
  size_for_overwrite(trace.scratch.packed_keys, job.kv_heads * job.packed_head);
  job.packed_keys = trace.scratch.packed_keys.data();
  start_counting_parts(trace.scratch, input.keys.heads);
  job.parts_packed = trace.scratch.parts_packed.get();
  fill_ranges(trace);
  job.ranges = trace.scratch.ranges.data();
  return plan;
}

// Is more than one thread worth waking? About 0.2 ms of work: 30 multiply-adds a nanosecond, and an
// exponential worth about 16 of them.
int threads_for(const Plan& plan, const RunOptions& run) {
  if (kernels::is_forced()) return std::max(1, run.threads);  // tests mean what they say
  constexpr double kWorthThreads = 200e3 * 30.0;
  const Job& job = plan.job;
  const double cells =
      static_cast<double>(job.heads) * static_cast<double>(job.n) * static_cast<double>(job.m);
  if (cells * static_cast<double>(job.d + job.dv + 16) < kWorthThreads) return 1;
  return run.threads > 0 ? run.threads : machine_threads();
}

[[noreturn]] void refuse_first_overflow(const Trace& trace) {
  for (int head = 0; head < trace.heads; ++head) {
    for (int row = 0; row < trace.n; ++row) {
      for (int column = 0; column < trace.m; ++column) {
        if (!trace.visible(head, row, column)) continue;
        const float value = trace.masked(head, row, column);
        if (!std::isfinite(value)) refuse_overflow("score", value, head, row, column);
      }
    }
  }
  refuse_overflow("score", std::numeric_limits<float>::infinity(), 0, 0, 0);
}

void run_plan(Plan& plan, int threads) {
  const auto units = static_cast<int>(plan.job.kv_heads * plan.units_a_kv_head());
  run_units(units, threads, run_unit, &plan);
}

}  // namespace

void attend_fast(const AttentionInput& input, Trace& trace, const RunOptions& run) {
  Plan plan = plan_for(input, trace);
  Job& job = plan.job;
  const auto scan = [](const TensorView& t) {
    return kernels::contents(t.data, size(t.heads) * size(t.rows) * size(t.columns));
  };
  const kernels::Contents q = scan(input.queries), k = scan(input.keys), v = scan(input.values);
  const std::size_t lanes = kernels::shape().lanes;
  const bool bias_finite =
      job.bias == nullptr ||
      kernels::contents(job.bias, input.options.mask.bias->added.size()).all_finite;
  if (!q.all_finite || !k.all_finite || !v.all_finite || !bias_finite) check_finite(input);
  if (!v.all_finite || job.dv % lanes != 0) {
    job.value_stride = (job.dv + lanes - 1) / lanes * lanes;
    copy_values(input.values, job.value_stride, trace.scratch.packed_values);
    job.values = trace.scratch.packed_values.data();
  }
  // Sizes that cannot reach the largest float are not looked at cell by cell.
  const double bound = static_cast<double>(q.largest) * static_cast<double>(k.largest) *
                       static_cast<double>(trace.d) *
                       std::max(1.0, std::abs(static_cast<double>(trace.scale)));
  job.check_overflow = !(bound < 1e37) || job.bias != nullptr;
  std::atomic<bool> overflow{false};
  job.overflow = &overflow;

  run_plan(plan, threads_for(plan, run));
  if (overflow) refuse_first_overflow(trace);
}

void score_fast(const AttentionInput& input, Trace& trace) {
  Plan plan = plan_for(input, trace);
  plan.scores_only = true;
  run_plan(plan, threads_for(plan, {}));
}

}  // namespace qkv
