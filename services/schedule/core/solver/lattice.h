// The grid on which integer widths lie: each layer's least and greatest number of quanta, and what
// the budget affords.
//
//   ASSIGN_OR_RETURN(const Lattice lattice, MakeLattice(bounds, 64));
//
// Where all unit costs are integers every affordable total is a multiple of `unit`, the quantum
// times their greatest common divisor, and the budget is rounded down to one.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_LATTICE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_LATTICE_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace widthlab::schedule {

struct LatticeBounds {
  absl::Span<const double> unit_cost;
  absl::Span<const double> floor;
  absl::Span<const double> cap;  // may be infinite
  double budget = 0;
  // Least number of quanta of every layer whose cap is not 0: 1 where a width of 0 has no finite
  // cost.
  int64_t least_quanta = 0;
};

struct Lattice {
  int64_t quantum = 1;
  std::vector<double> step_cost;  // parameters of one quantum in each layer
  std::vector<int64_t> least;     // ceil(floor / quantum)
  std::vector<int64_t> most;      // floor(cap / quantum), and never more than the budget affords
  bool equal_costs = false;
  double budget = 0;      // rounded down to what can be used
  long double spare = 0;  // budget left with every layer at its least
  double unit = 0;        // 0 where some unit cost is not an integer

  size_t layers() const { return least.size(); }
};

// INVALID_ARGUMENT naming the field: a quantum below 1, above what the budget affords, or so small
// that the budget holds more than 2^30 of them; a layer with no multiple of the quantum between
// floor and cap; or floors, rounded up, that cost more than the budget (the message says by how
// much, and what would help).
absl::StatusOr<Lattice> MakeLattice(const LatticeBounds& bounds, int64_t quantum);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_LATTICE_H_
