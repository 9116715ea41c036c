// Pictures over depth: a profile's work and dimension, a cloud's outliers, a schedule's widths.
//
//   const figure::Drawing picture = DrawWork(profile, geometry::v1::STATISTIC_SHIFT, {});
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_LAYER_FIGURES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_LAYER_FIGURES_H_

#include <vector>

#include "common/figure/frame.h"
#include "common/figure/line_chart.h"
#include "widthlab/capture/v1/capture.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::pipeline {

// The statistics that a profile has, in the order of the enumeration.
std::vector<geometry::v1::Statistic> StatisticsOf(const geometry::v1::Profile& profile);

// One statistic in every geometry, each over its own mean, so that geometries of different units
// share an axis; error bars are standard errors over subsamples.
figure::Drawing DrawWork(const geometry::v1::Profile& profile, geometry::v1::Statistic statistic,
                         const figure::Canvas& canvas);

// TwoNN and Levina-Bickel before and after the FFN, in raw geometry.
figure::Drawing DrawDimension(const geometry::v1::Profile& profile, const figure::Canvas& canvas);

// Participation ratio and effective rank, where a profile has them.
bool HasRanks(const geometry::v1::Profile& profile);
figure::Drawing DrawRanks(const geometry::v1::Profile& profile, const figure::Canvas& canvas);

// Share of each layer's energy in few tokens and coordinates, in percent.
figure::Drawing DrawOutliers(const capture::v1::ActivationsSummary& cloud,
                             const figure::Canvas& canvas);

// Gives the points of a series, one for each layer, the intervals of a schedule's widths, where it
// has any.
void AddWidthIntervals(const schedule::v1::Schedule& schedule, figure::Series& series);

// Widths, what they were before rounding with their intervals, and the bounds between which they
// were solved for.
figure::Drawing DrawSchedule(const schedule::v1::Schedule& schedule, const figure::Canvas& canvas);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_LAYER_FIGURES_H_
