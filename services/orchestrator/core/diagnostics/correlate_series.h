// Two lists over layers: do they go together, and is that more than chance and drift?
//
//   v1::ProfileCorrelation c = CorrelateSeries({"raw/shift", shift}, {"lambda", lambda}, {});
//   c.spearman().coefficient();                  // of the lists as they are
//   c.spearman_of_differences().coefficient();   // of x_l − x_(l−1) and y_l − y_(l−1)
//
// Layers at which either number is not finite are left out; a difference needs both of its layers.
// Below 3 pairs nothing is said, and where one side is constant (its range at most 1e-12 of its
// largest number; for differences, of the largest number that is subtracted) nothing can be: the
// coefficient is NaN with a reason, never 0.
//
// p and intervals are those of common/numeric/correlation_p.h and correlation_interval.h, for
// Spearman on the ranks. All come from the streams "correlation.orders" and "correlation.draws" of
// the seed, anew for each coefficient, so none depends on which others are asked for.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_SERIES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_SERIES_H_

#include <cstdint>

#include "services/orchestrator/core/diagnostics/series.h"
#include "widthlab/pipeline/v1/correlations.pb.h"

namespace widthlab::pipeline {

// As in CorrelateSpec.
struct CorrelationOptions {
  int permutations = 9999;
  int bootstrap_draws = 2000;
  double level = 0.95;
  uint64_t seed = 0;
};

// p_note of profiles as they are: two that drift with depth correlate by themselves.
inline constexpr char kNotAdjustedForDepth[] = "not adjusted for depth trend";

// Both have as many layers.
v1::ProfileCorrelation CorrelateSeries(const Series& profile, const Series& against,
                                       const CorrelationOptions& options);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_SERIES_H_
