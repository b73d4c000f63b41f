#include "core/attention/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace qkv {
namespace {

struct Batch {
  int units = 0;
  int places = 0;  ///< how many more threads may join
  int joined = 0;  ///< threads that did and are not done
  void (*work)(void*, int) = nullptr;
  void* context = nullptr;
  std::atomic<int> next{0};

  void drain() {
    for (int unit = next++; unit < units; unit = next++) work(context, unit);
  }
};

class Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void run(Batch& batch, int helpers) {
    {
      const std::unique_lock lock(mutex_);
      if (batch_ == nullptr) {
        start_threads(helpers);
        batch.places = helpers;
        batch_ = &batch;
      }
    }
    wake_.notify_all();
    batch.drain();
    std::unique_lock lock(mutex_);
    if (batch_ == &batch) batch_ = nullptr;  // nobody joins from here on
    done_.wait(lock, [&] { return batch.joined == 0; });
  }

 private:
  // A machine that gives no more threads makes us slower, not wrong.
  void start_threads(int wanted) {
    try {
      while (static_cast<int>(threads_.size()) < wanted) {
        threads_.emplace_back([this] { wait_for_work(); });
      }
    } catch (const std::system_error&) {
    }
  }

  void wait_for_work() {
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [this] { return stopping_ || (batch_ != nullptr && batch_->places > 0); });
      if (stopping_) return;
      Batch& batch = *batch_;
      --batch.places;
      ++batch.joined;
      lock.unlock();
      batch.drain();
      lock.lock();
      if (--batch.joined == 0) done_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> threads_;
  Batch* batch_ = nullptr;
  bool stopping_ = false;
};

// The one pool of the process: threads belong to the machine, not to a call.
Pool& pool() {
  static Pool the_pool;
  return the_pool;
}

}  // namespace

void run_units(int units, int threads, void (*work)(void* context, int unit), void* context) {
  const int helpers = std::min(threads, units) - 1;
  if (helpers <= 0) {
    for (int unit = 0; unit < units; ++unit) work(context, unit);
    return;
  }
  Batch batch;
  batch.units = units;
  batch.work = work;
  batch.context = context;
  pool().run(batch, helpers);
}

int machine_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace qkv
