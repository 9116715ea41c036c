// Specs, profiles and sensitivities for tests of families.
//
//   v1::ScheduleSpec spec = SpecFor(3, 512);
//   spec.mutable_geometry_guided()->set_profile("p");
//   const auto profile = ProfileOfWork({1, 4, 9}, {8, 8, 8});
//   MakeSchedule(Resolved(spec), {.profile = &profile});
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_TESTING_SPECS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_TESTING_SPECS_H_

#include <vector>

#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// d = 128, so that a hidden unit costs 384 parameters.
v1::ScheduleSpec SpecFor(int layers, int width);

// With defaults; fails the test where the spec is refused.
v1::ScheduleSpec Resolved(v1::ScheduleSpec spec);

// Topological change in hyperbolic geometry; the dimension is the effective rank too.
geometry::v1::Profile ProfileOfWork(const std::vector<double>& work,
                                    const std::vector<double>& dimension);

// Gives every estimate the values of its subsamples: the mean times the factors where a layer's
// work is above 2, else the mean.
void AddValues(geometry::v1::Profile& profile, const std::vector<double>& factors);

// Two draws a layer.
capture::v1::Sensitivity SensitivityOf(const std::vector<double>& lambda);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_TESTING_SPECS_H_
