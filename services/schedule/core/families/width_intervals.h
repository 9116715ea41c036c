// Intervals of widths: how far the real optimum moves when the subsamples of the profile, and the
// draws of the sensitivity where there is one, are drawn again.
//
//   ASSIGN_OR_RETURN(const std::vector<WidthInterval> intervals,
//                    BootstrapWidths(profile, sensitivity, options, false, measured, budget));
//
// A draw takes as many subsamples as there are, with replacement, the same in every layer (they are
// the same tokens), averages work and dimension over those that are defined, and solves. The
// interval has the quantiles of the draws. With few subsamples it is too narrow: eight give a
// variance of about 7/8 of the true one.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_WIDTH_INTERVALS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_WIDTH_INTERVALS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "services/schedule/core/families/guided_layers.h"
#include "services/schedule/core/families/width_budget.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// One for each layer; empty where interval_draws is 0 or the profile has fewer than two subsamples.
// `measured` is what ReadLayers and the sensitivity gave. Cost: one solve a draw, no integers.
// A draw in which a layer has no work or no layer a dimension is passed over.
absl::StatusOr<std::vector<v1::WidthInterval>> BootstrapWidths(
    const geometry::v1::Profile& profile, const capture::v1::Sensitivity* sensitivity,
    const v1::GeometryGuidedFamily& options, bool inverse, const MeasuredLayers& measured,
    const WidthBudget& budget);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_WIDTH_INTERVALS_H_
