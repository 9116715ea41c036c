#include "services/schedule/core/families/width_intervals.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "common/numeric/moments.h"
#include "common/numeric/random_stream.h"
#include "services/schedule/core/families/profile_layers.h"
#include "services/schedule/core/families/sensitivity_layers.h"
#include "services/schedule/core/solver/continuous.h"

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

// What is drawn again: lists of values a layer, each with as many as its kind has.
struct Sources {
  std::vector<const Values*> work, dimension, sensitivity;
  int subsamples = 0;
  int losses = 0;  // 0: the sensitivity is not drawn again
};

Sources SourcesOf(const geometry::v1::Profile& profile, const capture::v1::Sensitivity* sensitivity,
                  const v1::GeometryGuidedFamily& options, const MeasuredLayers& measured) {
  Sources sources;
  sources.work = ValuesOf(FindWork(profile, options)->layers());
  sources.subsamples = CommonSize(sources.work);
  if (!measured.dimension.empty()) {
    sources.dimension = ValuesOf(DimensionsOf(*FindDimension(profile, options), options));
    if (CommonSize(sources.dimension) != sources.subsamples) sources.subsamples = 0;
  }
  if (sensitivity == nullptr) return sources;
  for (const LayerSensitivity& layer : sensitivity->layers()) {
    sources.sensitivity.push_back(&RiseOf(layer, options.sensitivity_estimate()).values());
  }
  sources.losses = CommonSize(sources.sensitivity);
  return sources;
}

Places DrawPlaces(numeric::RandomStream& stream, int count) {
  Places places(static_cast<size_t>(count));
  for (int& place : places) place = static_cast<int>(stream.Below(static_cast<uint64_t>(count)));
  return places;
}

// The quantile of sorted values, straight between neighbours.
double Quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const size_t below = static_cast<size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

v1::WidthInterval IntervalOf(std::vector<double> draws, double level) {
  v1::WidthInterval interval;
  interval.set_standard_error(numeric::StandardDeviation(draws));
  std::sort(draws.begin(), draws.end());
  interval.set_low(Quantile(draws, (1 - level) / 2));
  interval.set_high(Quantile(draws, (1 + level) / 2));
  return interval;
}

}  // namespace

absl::StatusOr<std::vector<v1::WidthInterval>> BootstrapWidths(
    const geometry::v1::Profile& profile, const capture::v1::Sensitivity* sensitivity,
    const v1::GeometryGuidedFamily& options, bool inverse, const MeasuredLayers& measured,
    const WidthBudget& budget) {
  std::vector<v1::WidthInterval> intervals;
  const Sources sources = SourcesOf(profile, sensitivity, options, measured);
  if (sources.subsamples < 2 || options.interval_draws() < 2) return intervals;
  numeric::RandomStream subsamples(options.interval_seed(), "schedule.width_intervals.subsamples");
  numeric::RandomStream losses(options.interval_seed(), "schedule.width_intervals.losses");
  std::vector<std::vector<double>> widths(measured.work.size());
  MeasuredLayers drawn = measured;
  ContinuousSolver solver;
  WidthSolution solution;
  for (int draw = 0; draw < options.interval_draws(); ++draw) {
    const Places places = DrawPlaces(subsamples, sources.subsamples);
    DrawInto(sources.work, places, drawn.work);
    DrawInto(sources.dimension, places, drawn.dimension);
    if (sources.losses > 1) {
      DrawInto(sources.sensitivity, DrawPlaces(losses, sources.losses), drawn.sensitivity);
    }
    const absl::StatusOr<PreparedLayers> prepared = PrepareLayers(drawn, options, inverse);
    if (!prepared.ok()) continue;
    if (!solver.Solve(ProblemOf(prepared->layers, budget), &solution).ok()) continue;
    for (size_t l = 0; l < widths.size(); ++l) widths[l].push_back(solution.widths[l]);
  }
  if (widths[0].size() < 2) return intervals;
  for (std::vector<double>& draws : widths) {
    intervals.push_back(IntervalOf(std::move(draws), options.interval_level()));
  }
  return intervals;
}

}  // namespace widthlab::schedule
