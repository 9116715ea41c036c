// Gromov–Wasserstein distance between two clouds of equal size with uniform weights, square loss:
//
//   loss = min over couplings π of Σ (D_X(i, i') − D_Y(j, j'))² π_ij π_i'j',   GW = ½·√loss
//
// (Mémoli, "Gromov–Wasserstein distances and the metric approach to object matching", 2011).
//
//   GromovWasserstein result = SolveGromovWasserstein(pool, dx, dy, params, cancelled);
//
// Euclidean, spherical and hyperbolic distances are conditionally negative definite, so the loss is
// concave along couplings: conditional gradient (Frank–Wolfe) takes whole steps and moves between
// permutations. One iteration is one matrix product and one assignment, and each loss is summed
// directly, hence never negative. The problem has many local optima; the answer is the best of
// several starts, and says which:
//
//   "identity"      the rows as they are paired
//   "eccentricity"  points matched in the order of √(mean squared distance) (first lower bound)
//   "tlb"           the assignment that attains the third lower bound
//   "product"       the product coupling; its first step matches points in the order of mean
//                   distance
//   "random K"      seeded random permutations
//
// The best three ends then go on by exchanges of two points' partners (swap_descent.h), which lead
// down where no linear step does, and by conditional gradient after them.
//
// Cost of an iteration: 2·n³ floating-point operations and an assignment. Memory 40·n² bytes.
// docs/math/gromov_wasserstein.md derives all of this.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_GROMOV_WASSERSTEIN_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_GROMOV_WASSERSTEIN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "common/numeric/thread_pool.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

struct GromovWassersteinParams {
  int32_t random_starts;   // at least 0
  int32_t max_iterations;  // from one start; at least 1
  uint64_t seed;           // of the random starts
  // Conditional gradient from the identity and nothing else: no other start, no exchanges, and 0 as
  // the lower bound.
  bool only_identity = false;
};

// Why a start ended.
enum class Termination {
  kConverged,       // no coupling is better along the gradient
  kIterationLimit,  // a result all the same
  kCancelled,
};

// "converged", "iteration limit" or "cancelled".
std::string_view TerminationName(Termination termination);

// What one start reached.
struct StartLog {
  std::string name;
  double loss = 0;
  int32_t iterations = 0;
  int64_t exchanges = 0;  // of the partners of two points, after the first local optimum
  // Frank–Wolfe gap: how much the linearised loss could still fall; for a concave loss a vanishing
  // gap means a local optimum.
  double gap = 0;
  Termination termination = Termination::kConverged;
  // An earlier start came by one of this start's permutations, and so ended at the same optimum.
  bool joined_earlier = false;
};

struct GromovWasserstein {
  double loss = 0;
  double distance = 0;       // ½·√loss
  double identity_loss = 0;  // an upper bound that needs no solver
  double lower_bound = 0;    // third lower bound (TLB) of the loss
  int32_t best_start = 0;    // index into starts; the first among equals
  std::vector<StartLog> starts;
  std::vector<int32_t> permutation;  // point of Y for each point of X
};

// Requires symmetric matrices of equal size with zero diagonals. Zero points give zero. `cancelled`
// is asked every few milliseconds, from several threads; after its first true the result is
// unusable, with termination kCancelled in the last start.
GromovWasserstein SolveGromovWasserstein(numeric::ThreadPool& pool, const Matrix& dx,
                                         const Matrix& dy, const GromovWassersteinParams& params,
                                         absl::FunctionRef<bool()> cancelled);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_GROMOV_WASSERSTEIN_H_
