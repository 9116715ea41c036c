// How much a loss difference depends on which documents were held out.
//
//   v1::Interval i = DocumentInterval(documents, {.draws = 2000, .seed = 0, .alpha = 0.05});
//
// Each draw takes as many documents as there are, with replacement, and works out the
// token-weighted mean difference; the interval holds the middle 1 - α of the draws (linear between
// order statistics). It is evaluation noise alone and says nothing about other seeds. Draws come
// from the stream "comparison.documents" and are the same for every arm. Cost O(draws × documents).
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_DOCUMENT_BOOTSTRAP_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_DOCUMENT_BOOTSTRAP_H_

#include <cstdint>

#include "absl/types/span.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

struct DocumentDifference {
  // Weight, above 0.
  int64_t tokens = 0;
  // Mean loss difference arm - baseline over seeds, in nats.
  double difference = 0;
};

struct BootstrapOptions {
  int draws = 2000;
  uint64_t seed = 0;
  double alpha = 0.05;
};

// NaN for fewer than two documents, where nothing can be drawn.
v1::Interval DocumentInterval(absl::Span<const DocumentDifference> documents,
                              const BootstrapOptions& options);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_DOCUMENT_BOOTSTRAP_H_
