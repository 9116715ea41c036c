#include "common/numeric/parallel_for.h"

#include <algorithm>
#include <atomic>

namespace widthlab::numeric {
namespace {

int64_t BlockCount(int64_t begin, int64_t end, int64_t grain) {
  return end <= begin ? 0 : (end - begin - 1) / grain + 1;
}

}  // namespace

void ParallelFor(ThreadPool& pool, int64_t begin, int64_t end, int64_t grain,
                 absl::FunctionRef<void(int64_t, int64_t)> body) {
  const int64_t step = std::max<int64_t>(grain, 1);
  pool.Run(BlockCount(begin, end, step), [&](int64_t block) {
    const int64_t first = begin + block * step;
    body(first, end - first < step ? end : first + step);
  });
}

bool ParallelFor(ThreadPool& pool, int64_t begin, int64_t end, int64_t grain,
                 absl::FunctionRef<bool()> cancelled,
                 absl::FunctionRef<void(int64_t, int64_t)> body) {
  std::atomic<bool> stopped{false};
  ParallelFor(pool, begin, end, grain, [&](int64_t first, int64_t last) {
    if (stopped.load(std::memory_order_relaxed)) return;
    if (cancelled()) {
      stopped.store(true, std::memory_order_relaxed);
      return;
    }
    body(first, last);
  });
  return !stopped.load();
}

}  // namespace widthlab::numeric
