#include "services/schedule/core/families/width_intervals.h"

#include "services/schedule/core/families/layer_draws.h"
#include "services/schedule/core/solver/continuous.h"

namespace widthlab::schedule {

absl::StatusOr<std::vector<v1::WidthInterval>> BootstrapWidths(
    const geometry::v1::Profile& profile, const capture::v1::Sensitivity* sensitivity,
    const v1::GeometryGuidedFamily& options, bool inverse, const MeasuredLayers& measured,
    const WidthBudget& budget) {
  LayerDraws draws(profile, sensitivity, options, /*need=*/nullptr, {measured, {}},
                   options.interval_seed());
  WidthDraws widths(measured.work.size());
  ContinuousSolver solver;
  WidthSolution solution;
  for (int draw = 0; draw < options.interval_draws() && !draws.empty(); ++draw) {
    const absl::StatusOr<PreparedLayers> prepared =
        PrepareLayers(draws.Next().measured, options, inverse);
    if (!prepared.ok()) continue;
    if (!solver.Solve(ProblemOf(prepared->layers, budget), &solution).ok()) continue;
    widths.Add(solution.widths);
  }
  return widths.Intervals(options.interval_level());
}

}  // namespace widthlab::schedule
