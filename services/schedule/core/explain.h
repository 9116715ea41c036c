// Why each layer is as wide as it is, in numbers and in a sentence.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPLAIN_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPLAIN_H_

#include "services/schedule/core/families/family.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// `layer` counts from 0. For a family that solves, for instance:
//   "448 units, 0.88 of the uniform width: smoothed work is 0.71 of the mean (measured 12.3), and
//    dimension 14.2 gives the exponent 0.282. The optimum is 451.6 units."
v1::LayerExplanation ExplainLayer(const FamilyInput& input, const FamilyResult& result, int layer);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPLAIN_H_
