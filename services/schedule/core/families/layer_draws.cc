#include "services/schedule/core/families/layer_draws.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "common/numeric/moments.h"
#include "common/numeric/quantile.h"
#include "services/schedule/core/families/profile_layers.h"
#include "services/schedule/core/families/sensitivity_layers.h"

namespace widthlab::schedule {
namespace {

using capture::v1::LayerSensitivity;
using geometry::v1::Estimate;
using Values = google::protobuf::RepeatedField<double>;
using Places = std::vector<int>;

// How many values every list has; 0 where they differ.
int CommonSize(const std::vector<const Values*>& lists) {
  if (lists.empty()) return 0;
  for (const Values* list : lists) {
    if (list->size() != lists[0]->size()) return 0;
  }
  return lists[0]->size();
}

template <typename Estimates>
std::vector<const Values*> ValuesOf(const Estimates& estimates) {
  std::vector<const Values*> lists;
  for (const Estimate& estimate : estimates) lists.push_back(&estimate.values());
  return lists;
}

// Mean of the drawn values that are defined; NaN where none is.
double MeanAt(const Values& values, const Places& places) {
  double sum = 0;
  int count = 0;
  for (int place : places) {
    if (!std::isfinite(values[place])) continue;
    sum += values[place];
    ++count;
  }
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

void DrawInto(const std::vector<const Values*>& lists, const Places& places,
              std::vector<double>& means) {
  for (size_t l = 0; l < lists.size(); ++l) means[l] = MeanAt(*lists[l], places);
}

Places DrawPlaces(numeric::RandomStream& stream, int count) {
  Places places(static_cast<size_t>(count));
  for (int& place : places) place = static_cast<int>(stream.Below(static_cast<uint64_t>(count)));
  return places;
}

v1::WidthInterval IntervalOf(std::vector<double> draws, double level) {
  v1::WidthInterval interval;
  interval.set_standard_error(numeric::StandardDeviation(draws));
  std::sort(draws.begin(), draws.end());
  interval.set_low(numeric::Quantile(draws, (1 - level) / 2));
  interval.set_high(numeric::Quantile(draws, (1 + level) / 2));
  return interval;
}

}  // namespace

LayerDraws::LayerDraws(const geometry::v1::Profile& profile,
                       const capture::v1::Sensitivity* sensitivity,
                       const v1::GeometryGuidedFamily& options,
                       const google::protobuf::RepeatedPtrField<Estimate>* need,
                       const DrawnLayers& measured, uint64_t seed)
    : work_(ValuesOf(FindWork(profile, options)->layers())),
      drawn_(measured),
      subsample_stream_(seed, "schedule.width_intervals.subsamples"),
      loss_stream_(seed, "schedule.width_intervals.losses") {
  subsamples_ = CommonSize(work_);
  if (!measured.measured.dimension.empty()) {
    dimension_ = ValuesOf(DimensionsOf(*FindDimension(profile, options), options));
    if (CommonSize(dimension_) != subsamples_) subsamples_ = 0;
  }
  if (need != nullptr) {
    need_ = ValuesOf(*need);
    if (CommonSize(need_) != subsamples_) subsamples_ = 0;
  }
  if (sensitivity == nullptr) return;
  for (const LayerSensitivity& layer : sensitivity->layers()) {
    sensitivity_.push_back(&RiseOf(layer, options.sensitivity_estimate()).values());
  }
  losses_ = CommonSize(sensitivity_);
}

const DrawnLayers& LayerDraws::Next() {
  const Places places = DrawPlaces(subsample_stream_, subsamples_);
  DrawInto(work_, places, drawn_.measured.work);
  DrawInto(dimension_, places, drawn_.measured.dimension);
  DrawInto(need_, places, drawn_.need);
  if (losses_ > 1) {
    DrawInto(sensitivity_, DrawPlaces(loss_stream_, losses_), drawn_.measured.sensitivity);
  }
  return drawn_;
}

void WidthDraws::Add(const std::vector<double>& widths) {
  for (size_t l = 0; l < widths_.size(); ++l) widths_[l].push_back(widths[l]);
}

std::vector<v1::WidthInterval> WidthDraws::Intervals(double level) const {
  std::vector<v1::WidthInterval> intervals;
  if (widths_[0].size() < 2) return intervals;
  for (const std::vector<double>& draws : widths_) intervals.push_back(IntervalOf(draws, level));
  return intervals;
}

}  // namespace widthlab::schedule
