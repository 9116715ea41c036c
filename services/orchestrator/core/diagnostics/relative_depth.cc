#include "services/orchestrator/core/diagnostics/relative_depth.h"

#include <cstddef>

namespace widthlab::pipeline {

std::vector<double> AtRelativeDepth(absl::Span<const double> values, int points) {
  if (points == 1) return {values[0]};
  const size_t steps = static_cast<size_t>(points) - 1;
  std::vector<double> read(static_cast<size_t>(points));
  for (size_t l = 0; l < read.size(); ++l) {
    // p = below + rest / steps, in whole numbers.
    const size_t below = l * (values.size() - 1) / steps;
    const size_t rest = l * (values.size() - 1) % steps;
    read[l] = values[below];
    if (rest == 0) continue;
    read[l] += static_cast<double>(rest) / static_cast<double>(steps) *
               (values[below + 1] - values[below]);
  }
  return read;
}

}  // namespace widthlab::pipeline
