#ifndef WIDTHLAB_COMMON_NUMERIC_PARALLEL_FOR_H_
#define WIDTHLAB_COMMON_NUMERIC_PARALLEL_FOR_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"

namespace widthlab::numeric {

// Calls body(b, e) for the consecutive pieces [b, e) of [begin, end) that start at begin, begin +
// grain, begin + 2·grain, …; the last may be shorter. The pieces depend on the range and on `grain`
// (at least 1) only, never on the number of threads, so a result that is computed piece by piece is
// the same for any pool.
//
//   ParallelFor(pool, 0, rows, 16, [&](int64_t first, int64_t last) {
//     for (int64_t row = first; row < last; ++row) out[row] = f(row);
//   });
void ParallelFor(ThreadPool& pool, int64_t begin, int64_t end, int64_t grain,
                 absl::FunctionRef<void(int64_t, int64_t)> body);

// The same, asking `cancelled` before each piece: after its first true no further piece starts.
// True if every piece ran, else false. `cancelled` is called from several threads at once.
bool ParallelFor(ThreadPool& pool, int64_t begin, int64_t end, int64_t grain,
                 absl::FunctionRef<bool()> cancelled,
                 absl::FunctionRef<void(int64_t, int64_t)> body);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_PARALLEL_FOR_H_
