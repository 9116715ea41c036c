// Intervals of the joint family's widths, from its profile's subsamples drawn again.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_JOINT_INTERVALS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_JOINT_INTERVALS_H_

#include <vector>

#include "services/schedule/core/families/family.h"
#include "services/schedule/core/families/layer_draws.h"
#include "services/schedule/core/joint/joint_problem.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// Of the real optimum; empty under two subsamples or two draws.
struct JointIntervals {
  std::vector<v1::WidthInterval> ffn;
  std::vector<v1::WidthInterval> residual;
};

// `problem` has the costs, bounds and budget; what is measured is set for every draw anew. Cost: a
// joint problem a draw.
JointIntervals BootstrapJoint(const FamilyInput& input, const v1::JointFamily& joint,
                              const v1::GeometryGuidedFamily& options, const DrawnLayers& read,
                              JointProblem problem);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_JOINT_INTERVALS_H_
