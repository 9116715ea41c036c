#include "services/orchestrator/core/comparison/document_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "common/numeric/random_stream.h"

namespace widthlab::pipeline {
namespace {

// Linear between the order statistics of `sorted`, which is not empty.
double Quantile(const std::vector<double>& sorted, double p) {
  const double position = p * static_cast<double>(sorted.size() - 1);
  const size_t below = static_cast<size_t>(std::floor(position));
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double DrawMean(absl::Span<const DocumentDifference> documents, numeric::RandomStream& stream) {
  double sum = 0;
  int64_t tokens = 0;
  for (size_t i = 0; i < documents.size(); ++i) {
    const DocumentDifference& drawn = documents[stream.Below(documents.size())];
    sum += static_cast<double>(drawn.tokens) * drawn.difference;
    tokens += drawn.tokens;
  }
  return sum / static_cast<double>(tokens);
}

}  // namespace

v1::Interval DocumentInterval(absl::Span<const DocumentDifference> documents,
                              const BootstrapOptions& options) {
  v1::Interval interval;
  if (documents.size() < 2) {
    interval.set_low(std::numeric_limits<double>::quiet_NaN());
    interval.set_high(std::numeric_limits<double>::quiet_NaN());
    return interval;
  }
  numeric::RandomStream stream(options.seed, "comparison.documents");
  std::vector<double> means;
  means.reserve(options.draws);
  for (int i = 0; i < options.draws; ++i) means.push_back(DrawMean(documents, stream));
  std::sort(means.begin(), means.end());
  interval.set_low(Quantile(means, options.alpha / 2));
  interval.set_high(Quantile(means, 1 - options.alpha / 2));
  return interval;
}

}  // namespace widthlab::pipeline
