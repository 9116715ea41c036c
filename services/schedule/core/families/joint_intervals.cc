#include "services/schedule/core/families/joint_intervals.h"

#include "services/schedule/core/families/joint_layers.h"
#include "services/schedule/core/joint/joint_solver.h"

namespace widthlab::schedule {

JointIntervals BootstrapJoint(const FamilyInput& input, const v1::JointFamily& joint,
                              const v1::GeometryGuidedFamily& options, const DrawnLayers& read,
                              JointProblem problem) {
  LayerDraws draws(*input.profile, input.sensitivity, options,
                   FindNeed(*input.profile, joint, options), read, joint.interval_seed());
  WidthDraws ffn(problem.layers()), residual(problem.layers());
  for (int draw = 0; draw < joint.interval_draws() && !draws.empty(); ++draw) {
    if (!SetMeasured(draws.Next(), joint, options, problem).ok()) continue;
    const absl::StatusOr<JointWidths> widths = SolveJoint(problem);
    if (!widths.ok()) continue;
    ffn.Add(widths->ffn);
    residual.Add(widths->residual);
  }
  const double level = joint.interval_level();
  return {.ffn = ffn.Intervals(level), .residual = residual.Intervals(level)};
}

}  // namespace widthlab::schedule
