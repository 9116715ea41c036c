// Loss differences arm - baseline of runs that are paired by seed, and what they allow to say.
//
//   v1::PairedDifference d = PairDifferences({2.10, 2.12, 2.08}, {2.05, 2.09, 2.04},
//                                            {.alpha = 0.05, .arms = 1});
//   d.mean();   // -0.04: the arm is better
//
// With n differences of mean m and standard deviation s (divisor n - 1): t = m / (s / √n), its
// two-sided p at n - 1 degrees of freedom, the 1 - α interval m ± t_{1-α/2} s / √n, and the 95 %
// interval of the true standard deviation from (n - 1) s² / σ² ~ χ²(n - 1). The minimum detectable
// effect is the true mean that the test finds with 80 % power (noncentral t) if σ were s, at α and
// at α / arms. All of these are NaN under two seeds. Differences that are all equal have s = 0;
// then p is 0, or 1 where they are all zero.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_PAIRED_DIFFERENCE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_PAIRED_DIFFERENCE_H_

#include <vector>

#include "absl/types/span.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

struct TestFamily {
  // Level, in (0, 1).
  double alpha = 0.05;
  // Arms that are compared with the baseline, at least 1.
  int arms = 1;
};

// All of PairedDifference but adjusted_p and document_interval. Losses are in nats, in the order of
// the seeds, at least one, as many of the arm as of the baseline.
v1::PairedDifference PairDifferences(absl::Span<const double> baseline,
                                     absl::Span<const double> arm, const TestFamily& family);

// Fills in adjusted_p of every difference: Holm over those whose p is a number.
void AdjustForFamily(absl::Span<v1::PairedDifference* const> differences);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_PAIRED_DIFFERENCE_H_
