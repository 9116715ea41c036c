// Fits loss = E + A (x / x0)^(-alpha) to a few runs, so that one bad run does not decide.
//
//   ASSIGN_OR_RETURN(const PowerLaw law, FitPowerLaw({1e7, 1e8, 1e9}, {4.1, 3.3, 2.9}, {}));
//   law.irreducible;  law.exponent;  SizeAt(law, 3.0);
//
// Minimises sum Huber(fitted / loss - 1) with E >= 0 and A > 0, x0 the geometric mean of the sizes.
// For a given alpha the problem is convex in (E, A) and is solved by reweighted least squares;
// alpha itself is searched for on a grid of its logarithm and then by golden section, so that the
// answer depends on the numbers only and on no starting point. The form and the Huber loss are
// those of Hoffmann et al. (arXiv 2203.15556).
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SCALING_POWER_LAW_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SCALING_POWER_LAW_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace widthlab::schedule {

struct PowerLaw {
  double irreducible = 0;  // E
  double amplitude = 0;    // A, loss above E at x0
  double exponent = 0;     // alpha
  double reference = 1;    // x0
};

struct PowerLawOptions {
  std::optional<double> irreducible = {};  // E where it is known
  double huber_delta = 1e-3;               // relative error above which a run counts less
};

// Alphas that are looked at.
inline constexpr double kLeastExponent = 1e-3;
inline constexpr double kMostExponent = 8;

struct PowerLawFit {
  PowerLaw law;
  double relative_error = 0;     // root mean square of fitted / loss - 1
  std::string undefined_reason;  // not empty: the runs determine no curve, and `law` has no meaning
};

double LossAt(const PowerLaw& law, double size);

// The size at which the law reaches a loss; NaN for one at or below E.
double SizeAt(const PowerLaw& law, double loss);

// Requires equally many sizes and losses, all finite and > 0, of at least three distinct sizes.
// Undefined: losses that are all equal or do not fall with size, an alpha at an end of its range, a
// known E that is not below the losses.
PowerLawFit FitPowerLaw(absl::Span<const double> sizes, absl::Span<const double> losses,
                        const PowerLawOptions& options);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SCALING_POWER_LAW_H_
