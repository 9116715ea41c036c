#include "common/numeric/pairwise_sum.h"

#include <cstddef>

namespace widthlab::numeric {

double PairwiseSum(absl::Span<const double> values) {
  constexpr size_t kLeaf = 32;
  if (values.size() <= kLeaf) {
    double sum = 0;
    for (double value : values) sum += value;
    return sum;
  }
  const size_t half = values.size() / 2;
  return PairwiseSum(values.first(half)) + PairwiseSum(values.subspan(half));
}

}  // namespace widthlab::numeric
