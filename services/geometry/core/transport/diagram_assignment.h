// The matching problem behind the Wasserstein distance of two diagrams, solved exactly.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_ASSIGNMENT_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_ASSIGNMENT_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "services/geometry/core/transport/alternating_tree.h"
#include "services/geometry/core/transport/diagram.h"
#include "services/geometry/core/transport/lattice_diagram.h"
#include "services/geometry/core/transport/pair_search.h"

namespace widthlab::geometry {

// With α_i, β_j the squared distances of rows and columns to the diagonal and c_ij those of pairs:
//
//   min Σ c_ij over matched pairs + Σ α_i + Σ β_j over the rest
//
// Network simplex on a few near pairs a row, which then grow by every pair that the prices show to
// be too cheap, until there is none. All costs are integers (lattice_diagram.h): no tolerances, no
// cycling, and in the end the dual value is the primal one.
class DiagramAssignment {
 public:
  // Requires |coordinates| ≤ 1.
  DiagramAssignment(std::vector<DiagramPoint> rows, std::vector<DiagramPoint> columns,
                    GroundNorm norm);

  // False, and nothing solved, once `cancelled` says true.
  bool Solve(absl::FunctionRef<bool()> cancelled);

  // The column of a row, −1 for the diagonal.
  int32_t column_of(int32_t row) const { return tree_.column_of(row); }
  // Of the points as they were given.
  double PrimalValue() const;
  // From the columns' prices alone: a lower bound for the points on their lattice.
  double DualValue();

 private:
  struct Entering {
    int32_t row = AlternatingTree::kDiagonal;
    int32_t column = AlternatingTree::kDiagonal;
    ExactCost excess = 0;
  };

  // Pivots until no pair of the lists, and nothing on its way to the diagonal, has an excess.
  // False once `cancelled` says true.
  bool Pivot(const PairLists& pairs, absl::FunctionRef<bool()> cancelled);
  void ConsiderRow(int32_t row, const std::vector<int32_t>& columns, Entering& best) const;
  void ConsiderColumn(int32_t column, Entering& best) const;

  std::vector<DiagramPoint> rows_;
  std::vector<DiagramPoint> columns_;
  GroundNorm norm_;
  int bits_;
  std::vector<LatticePoint> lattice_rows_;
  std::vector<LatticePoint> lattice_columns_;
  AlternatingTree tree_;
  PairSearch search_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_ASSIGNMENT_H_
