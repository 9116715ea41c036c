// Exact linear assignment: min over permutations σ of Σ_i cost(i, σ(i)).
//
//   AssignmentSolver solver(n);
//   solver.Solve(cost);
//   int32_t column = solver.column_of()[row];
//
// Shortest augmenting paths with potentials (Jonker and Volgenant, "A shortest augmenting path
// algorithm for dense and sparse linear assignment problems", Computing 38, 1987): rows first take
// their cheapest column by an auction without ε (augmenting row reduction), the rest is placed one
// by one along shortest paths. The column potentials are kept and start the next Solve, which makes
// a sequence of similar problems much cheaper than its first member.
//
// Where many rows are left for the shortest paths, the potentials are poor, and an auction with a
// falling ε (Bertsekas, "The auction algorithm: a distributed relaxation method for the assignment
// problem", Annals of Operations Research 14, 1988) makes better ones: ten times faster than paths.
// Only its potentials are used, so that the answer stays exact.
//
// Cost n³ at worst, some 30·n² in practice from nothing and near n² after a similar problem; memory
// O(n) beside the matrix.
// Deterministic: ties go to the lower column, and the answer depends only on the sequence of
// matrices given.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_ASSIGNMENT_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_ASSIGNMENT_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "services/geometry/core/distance/matrix.h"

namespace widthlab::geometry {

class AssignmentSolver {
 public:
  explicit AssignmentSolver(int32_t n);

  // Solves for a finite n × n matrix, starting from the potentials of the last call. `cancelled` is
  // asked every few hundred rows that are scanned; false, and nothing solved, once it said true.
  bool Solve(const Matrix& cost, absl::FunctionRef<bool()> cancelled = [] { return false; });

  // Forgets the potentials.
  void Reset();

  // σ, and its inverse.
  const std::vector<int32_t>& column_of() const { return column_of_; }
  const std::vector<int32_t>& row_of() const { return row_of_; }

  // Dual certificate of the last solution: Σ_i min_j (cost(i, j) − v_j) + Σ_j v_j, a lower bound of
  // every assignment, equal to the optimum up to rounding. Cost n².
  double DualValue(const Matrix& cost) const;

 private:
  void StartFromColumnMinima(const Matrix& cost);
  void ForgetAssignment();
  // These return false once `cancelled` said true.
  bool AssignCheapestColumns(const Matrix& cost, absl::FunctionRef<bool()> cancelled);
  bool ImprovePotentials(const Matrix& cost, absl::FunctionRef<bool()> cancelled);
  bool Auction(const Matrix& cost, double epsilon, absl::FunctionRef<bool()> cancelled);
  bool Augment(const Matrix& cost, int32_t free_row, absl::FunctionRef<bool()> cancelled);
  // Counts a row that is scanned, and asks after so many.
  bool GoesOn(absl::FunctionRef<bool()> cancelled);

  int32_t n_;
  bool warm_ = false;
  int32_t scans_ = 0;
  std::vector<double> potential_;  // of the columns
  std::vector<int32_t> column_of_;
  std::vector<int32_t> row_of_;
  std::vector<int32_t> free_rows_;
  // Of one Augment.
  std::vector<double> distance_;        // +∞ for columns that are done
  std::vector<double> open_potential_;  // −∞ for columns that are done
  std::vector<std::pair<int32_t, double>> done_;
  std::vector<int32_t> predecessor_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_ASSIGNMENT_H_
