// What a model has one number of for each layer, under the names that tables use.
//
//   for (const Series& series : ProfileSeries(profile)) ...   // "raw/shift",
//   "raw/metric_distortion"
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_SERIES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_SERIES_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::pipeline {

struct Series {
  std::string name = {};
  // Layer by layer; NaN where undefined.
  std::vector<double> values = {};
};

// Mean of every statistic over subsamples, as "geometry/statistic" in the order of the profile.
std::vector<Series> ProfileSeries(const geometry::v1::Profile& profile);

// "lambda" and "ablation", each where at least one layer has it.
std::vector<Series> SensitivitySeries(const capture::v1::Sensitivity& sensitivity);

// The series of this name; nullptr where there is none.
const Series* FindSeries(absl::Span<const Series> all, std::string_view name);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_SERIES_H_
