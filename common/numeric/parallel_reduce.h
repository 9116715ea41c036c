#ifndef WIDTHLAB_COMMON_NUMERIC_PARALLEL_REDUCE_H_
#define WIDTHLAB_COMMON_NUMERIC_PARALLEL_REDUCE_H_

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/numeric/parallel_for.h"

namespace widthlab::numeric {

// Folds the pieces of [begin, end) (cut as by ParallelFor) into one value:
//
//   combine(… combine(combine(init, map(piece 0)), map(piece 1)) …, map(last piece))
//
// The maps run in parallel; they are combined afterwards in the order of the pieces, so a
// floating-point result has the same bits for any number of threads. Keeps one T per piece.
//
//   double sum = ParallelReduce(pool, 0, n, 4096, 0.0,
//                               [&](int64_t first, int64_t last) { return Sum(x, first, last); },
//                               [](double a, double b) { return a + b; });
template <typename T, typename Map, typename Combine>
T ParallelReduce(ThreadPool& pool, int64_t begin, int64_t end, int64_t grain, T init, Map map,
                 Combine combine) {
  if (end <= begin) return init;
  const int64_t step = std::max<int64_t>(grain, 1);
  struct Slot {  // a struct of its own, so that T = bool is not packed into shared words
    T value{};
  };
  std::vector<Slot> parts((end - begin - 1) / step + 1);
  ParallelFor(pool, begin, end, step, [&](int64_t first, int64_t last) {
    parts[(first - begin) / step].value = map(first, last);
  });
  T result = std::move(init);
  for (Slot& part : parts) result = combine(std::move(result), std::move(part.value));
  return result;
}

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_PARALLEL_REDUCE_H_
