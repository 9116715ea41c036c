#include "services/orchestrator/core/comparison/document_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "common/numeric/quantile.h"
#include "common/numeric/random_stream.h"

namespace widthlab::pipeline {
namespace {

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
  interval.set_low(numeric::Quantile(means, options.alpha / 2));
  interval.set_high(numeric::Quantile(means, 1 - options.alpha / 2));
  return interval;
}

}  // namespace widthlab::pipeline
