// The assignment problem behind the Wasserstein distance of two diagrams.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_ASSIGNMENT_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_ASSIGNMENT_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "services/geometry/core/transport/diagram.h"
#include "services/geometry/core/transport/priced_points.h"

namespace widthlab::geometry {

// With α_i, β_j the squared distances of rows and columns to the diagonal and c_ij those of pairs:
//
//   Σ_j β_j + min Σ_i (α_i, or c_ij − β_j for a column of its own)
//
// Row potentials u, column potentials v ≤ 0 with u_i ≤ α_i and u_i + v_j ≤ c_ij − β_j; v_j = 0
// where no row has the column. What PricedPoints calls the rebate is β_j + v_j.
class DiagramAssignment {
 public:
  DiagramAssignment(std::vector<DiagramPoint> rows, std::vector<DiagramPoint> columns,
                    GroundNorm norm);

  void Solve();

  // The column of each row, −1 for the diagonal.
  const std::vector<int32_t>& column_of() const { return column_of_; }
  double PrimalValue() const;
  // From potentials alone, with u recomputed: a lower bound whatever rounding did.
  double DualValue() const;

 private:
  static constexpr int32_t kDiagonal = -1;
  static constexpr int32_t kFree = -2;  // a row that has nothing yet, a column that nobody has

  void AssignCheapest();
  void Augment(int32_t free_row);
  // What the row costs where it is now, with rebate: its potential u.
  double OwnCost(int32_t row) const;
  // Gives the end of a shortest path to the row that reached it, and so on back to `free_row`.
  void Flip(int32_t free_row, int32_t row, int32_t column);

  std::vector<DiagramPoint> rows_;
  std::vector<DiagramPoint> columns_;
  GroundNorm norm_;
  std::vector<double> row_diagonal_;     // α
  std::vector<double> column_diagonal_;  // β
  PricedPoints priced_;
  std::vector<int32_t> column_of_;
  std::vector<int32_t> row_of_;
  std::vector<int32_t> free_rows_;
  // Of one Augment; distances are +∞ between calls.
  std::vector<double> distance_;
  std::vector<int32_t> predecessor_;
  std::vector<bool> done_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_TRANSPORT_DIAGRAM_ASSIGNMENT_H_
