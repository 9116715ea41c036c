#include "services/schedule/core/testing_specs.h"

#include <cstddef>

#include "common/spec/resolve.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "services/schedule/core/make_schedule.h"

namespace widthlab::schedule {

v1::ScheduleSpec SpecFor(int layers, int width) {
  v1::ScheduleSpec spec;
  spec.mutable_architecture()->set_layers(layers);
  spec.mutable_architecture()->set_ffn_width(width);
  return spec;
}

v1::ScheduleSpec Resolved(v1::ScheduleSpec spec) {
  EXPECT_THAT(spec::Resolve(spec), IsOk());
  EXPECT_THAT(CheckSpec(spec), IsOk());
  return spec;
}

geometry::v1::Profile ProfileOfWork(const std::vector<double>& work,
                                    const std::vector<double>& dimension) {
  geometry::v1::Profile profile;
  auto* curve = profile.add_work();
  curve->set_geometry(geometry::v1::GEOMETRY_HYPERBOLIC);
  curve->set_statistic(geometry::v1::STATISTIC_TOPOLOGICAL_CHANGE);
  for (double w : work) curve->add_layers()->set_mean(w);
  auto* dimensions = profile.add_dimensions();
  dimensions->set_geometry(geometry::v1::GEOMETRY_RAW);
  dimensions->set_cloud("ffn_in");
  for (double d : dimension) dimensions->add_two_nn()->set_mean(d);
  for (double d : dimension) dimensions->add_effective_rank()->set_mean(d);
  return profile;
}

void AddValues(geometry::v1::Profile& profile, const std::vector<double>& factors) {
  for (auto& layer : *profile.mutable_work(0)->mutable_layers()) {
    for (double factor : factors) layer.add_values(layer.mean() * (layer.mean() > 2 ? factor : 1));
  }
  auto& dimension = *profile.mutable_dimensions(0);
  for (auto* list : {dimension.mutable_two_nn(), dimension.mutable_effective_rank()}) {
    for (auto& layer : *list) {
      for (size_t s = 0; s < factors.size(); ++s) layer.add_values(layer.mean());
    }
  }
}

capture::v1::Sensitivity SensitivityOf(const std::vector<double>& lambda) {
  capture::v1::Sensitivity sensitivity;
  for (double value : lambda) {
    auto* layer = sensitivity.add_layers();
    layer->mutable_noise()->set_mean(value);
    for (double draw : {0.9, 1.1}) layer->mutable_noise()->add_values(draw * value);
  }
  return sensitivity;
}

}  // namespace widthlab::schedule
