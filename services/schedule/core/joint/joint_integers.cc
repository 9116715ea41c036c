#include "services/schedule/core/joint/joint_integers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/solver/continuous.h"
#include "services/schedule/core/solver/integers.h"
#include "services/schedule/core/solver/lattice.h"
#include "services/schedule/core/solver/problem.h"
#include "services/schedule/core/solver/step_cost.h"

namespace widthlab::schedule {
namespace {

constexpr int kPasses = 20;
constexpr double kInfeasible = std::numeric_limits<double>::infinity();

// The allocation problem that given residual widths leave. Keeps what its views point to.
class FfnProblem {
 public:
  FfnProblem(const JointProblem& joint, int64_t quantum)
      : joint_(joint),
        ones_(joint.layers(), 1.0),
        floor_(joint.layers()),
        unit_cost_(joint.layers()) {
    for (size_t l = 0; l < joint.layers(); ++l) {
      const double q = static_cast<double>(quantum);
      floor_[l] = q * std::ceil(joint.ffn_floor[l] / q);
    }
  }

  // The problem; its budget is what the residual widths leave.
  const WidthProblem& At(const std::vector<double>& residual) {
    long double budget = joint_.budget;
    for (size_t l = 0; l < residual.size(); ++l) {
      const long double d = residual[l];
      budget -= d * (joint_.square_cost[l] * d + joint_.linear_cost[l]);
      unit_cost_[l] = joint_.product_cost[l] * residual[l];
    }
    view_ = {.work = joint_.work,
             .sensitivity = ones_,
             .exponent = joint_.exponent,
             .unit_cost = unit_cost_,
             .floor = floor_,
             .cap = joint_.ffn_cap,
             .budget = static_cast<double>(budget),
             .reference_width = joint_.ffn_reference};
    return view_;
  }

  // The objective with real FFN widths at their best; infinite where the budget does not do.
  double Objective(const std::vector<double>& residual) {
    const WidthProblem& problem = At(residual);
    // A budget above the sum of caps is not used up, which is no better than at the caps.
    const double caps = static_cast<double>(CostAt(problem, problem.cap));
    view_.budget = std::min(view_.budget, caps);
    if (!solver_.Solve(problem, &solution_).ok()) return kInfeasible;
    double total = solution_.certificate.objective;
    for (size_t l = 0; l < residual.size(); ++l) total += NeedTerm(joint_, l, residual[l]);
    return total;
  }

 private:
  const JointProblem& joint_;
  std::vector<double> ones_, floor_, unit_cost_;
  WidthProblem view_;
  ContinuousSolver solver_;
  WidthSolution solution_;
};

struct Grid {
  std::vector<double> least, most;
  double quantum;
};

absl::StatusOr<Grid> ResidualGrid(const JointProblem& p, int64_t quantum) {
  Grid grid{.least = {}, .most = {}, .quantum = static_cast<double>(quantum)};
  for (size_t l = 0; l < p.layers(); ++l) {
    grid.least.push_back(grid.quantum * std::ceil(p.residual_floor[l] / grid.quantum));
    grid.most.push_back(grid.quantum * std::floor(p.residual_cap[l] / grid.quantum));
    if (grid.most[l] >= grid.least[l]) continue;
    return InvalidField("residual_quantum", absl::StrCat(quantum),
                        absl::StrCat("such that a multiple lies in [", p.residual_floor[l], ", ",
                                     p.residual_cap[l], "], the residual bounds"));
  }
  return grid;
}

std::vector<double> Nearest(const JointWidths& real, const Grid& grid) {
  std::vector<double> residual;
  for (size_t l = 0; l < real.residual.size(); ++l) {
    const double nearest = grid.quantum * std::nearbyint(real.residual[l] / grid.quantum);
    residual.push_back(std::clamp(nearest, grid.least[l], grid.most[l]));
  }
  return residual;
}

// Takes one quantum from the widest layer until the FFN floors fit.
double MakeFeasible(FfnProblem& ffn, const Grid& grid, std::vector<double>& residual) {
  double objective = ffn.Objective(residual);
  while (objective == kInfeasible) {
    size_t widest = residual.size();
    for (size_t l = 0; l < residual.size(); ++l) {
      if (residual[l] <= grid.least[l]) continue;
      if (widest == residual.size() || residual[l] > residual[widest]) widest = l;
    }
    if (widest == residual.size()) return kInfeasible;
    residual[widest] -= grid.quantum;
    objective = ffn.Objective(residual);
  }
  return objective;
}

void MoveByQuanta(FfnProblem& ffn, const Grid& grid, std::vector<double>& residual,
                  double objective) {
  for (int pass = 0; pass < kPasses; ++pass) {
    bool moved = false;
    for (size_t l = 0; l < residual.size(); ++l) {
      for (const double step : {-grid.quantum, grid.quantum}) {
        const double before = residual[l];
        const double after = before + step;
        if (after < grid.least[l] || after > grid.most[l]) continue;
        residual[l] = after;
        const double changed = ffn.Objective(residual);
        if (changed < objective) {
          objective = changed;
          moved = true;
          break;
        }
        residual[l] = before;
      }
    }
    if (!moved) return;
  }
}

}  // namespace

absl::StatusOr<JointIntegers> RoundJoint(const JointProblem& problem, const JointWidths& real,
                                         const JointQuanta& quanta) {
  ASSIGN_OR_RETURN(const Grid grid, ResidualGrid(problem, quanta.residual));
  FfnProblem ffn(problem, quanta.ffn);
  std::vector<double> residual = Nearest(real, grid);
  const double objective = MakeFeasible(ffn, grid, residual);
  if (objective == kInfeasible) {
    return InvalidField("quantum", absl::StrCat(quanta.ffn),
                        "so small that every layer can have one, beside the least residual widths");
  }
  if (residual.size() <= quanta.most_moved_layers) MoveByQuanta(ffn, grid, residual, objective);
  const WidthProblem& left = ffn.At(residual);
  ASSIGN_OR_RETURN(const Lattice lattice, MakeLattice({.unit_cost = left.unit_cost,
                                                       .floor = left.floor,
                                                       .cap = left.cap,
                                                       .budget = left.budget,
                                                       .least_quanta = 1},
                                                      quanta.ffn));
  IntegerWidths integers = SolveIntegers(lattice, SurrogateCost(left, quanta.ffn));
  JointIntegers out;
  out.objective = integers.objective;
  for (size_t l = 0; l < residual.size(); ++l) {
    out.residual.push_back(static_cast<int64_t>(residual[l]));
    out.objective += NeedTerm(problem, l, residual[l]);
  }
  out.ffn = std::move(integers.widths);
  out.gap_bound = std::max(0.0, out.objective - real.certificate.objective);
  const std::vector<double> widths(out.ffn.begin(), out.ffn.end());
  out.left_over = static_cast<double>(problem.budget - JointCost(problem, widths, residual));
  return out;
}

}  // namespace widthlab::schedule
