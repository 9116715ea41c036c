#include "services/schedule/core/families/reorder.h"

#include <algorithm>
#include <cstddef>

#include "common/numeric/random_stream.h"

namespace widthlab::schedule {

std::vector<int64_t> ReversedWidths(std::vector<int64_t> widths) {
  std::reverse(widths.begin(), widths.end());
  return widths;
}

std::vector<int64_t> PermutedWidths(std::vector<int64_t> widths, uint64_t seed) {
  numeric::RandomStream stream(seed, "schedule.permuted");
  const std::vector<int64_t> order = stream.Permutation(static_cast<int64_t>(widths.size()));
  std::vector<int64_t> permuted(widths.size());
  for (size_t l = 0; l < widths.size(); ++l) permuted[l] = widths[static_cast<size_t>(order[l])];
  return permuted;
}

}  // namespace widthlab::schedule
