// The exponent a_l of each layer from its intrinsic dimension: a = s / d_int, clipped.
//
// s = 4 is the law of Sharma & Kaplan (2022): a network of N parameters fits a smooth function on a
// d-dimensional manifold with a loss that falls as N^(-4/d).
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_EXPONENT_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_EXPONENT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace widthlab::schedule {

struct ExponentRule {
  double scale = 4;  // s, > 0
  double least = 0.1;
  double most = 1;  // >= least
};

struct Exponents {
  std::vector<double> values;
  // Layers whose dimension was undefined; they took the median of the others.
  std::vector<bool> filled_in;
  double median_dimension = 0;
};

// `dimension` is NaN where undefined. INVALID_ARGUMENT if it is undefined everywhere, or not above
// 0 somewhere, or the rule's numbers are out of order. The median of an even count is the mean of
// the middle two.
absl::StatusOr<Exponents> ExponentsFromDimension(absl::Span<const double> dimension,
                                                 const ExponentRule& rule);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_EXPONENT_H_
