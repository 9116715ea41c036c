// What a guided family reads of every layer, and how that becomes the solver's numbers.
//
//   ASSIGN_OR_RETURN(const MeasuredLayers measured, ReadLayers(profile, options, layers));
//   ASSIGN_OR_RETURN(const PreparedLayers prepared, PrepareLayers(measured, options, false));
//
// The two halves are apart so that a bootstrap can draw the subsamples between them.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_GUIDED_LAYERS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_GUIDED_LAYERS_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "services/schedule/core/families/solve_work.h"
#include "services/schedule/core/solver/smoothing.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

struct MeasuredLayers {
  std::vector<double> work;
  std::vector<double> dimension;    // NaN where undefined; empty where the exponents are given
  std::vector<double> sensitivity;  // may be negative; empty: 1 everywhere
};

struct PreparedLayers {
  LayerWork layers;
  std::vector<double> smoothed;  // mean 1, before any inversion
};

// What a family that solves knew of one layer.
struct LayerFacts {
  double work = 0;           // as measured; NaN where the family reads none
  double smoothed_work = 0;  // mean 1, before any inversion
  double dimension = 0;      // NaN where fixed or undefined
};

std::vector<LayerFacts> LayerFactsOf(const MeasuredLayers& measured,
                                     const std::vector<double>& smoothed);

Smoothing SmoothingOf(const v1::GeometryGuidedFamily& options);

// INVALID_ARGUMENT naming `profile`, `statistic`, `dimension_geometry`, `exponent` or `exponents`
// (both given, or another number of them than layers). Sensitivities are left empty.
absl::StatusOr<MeasuredLayers> ReadLayers(const geometry::v1::Profile& profile,
                                          const v1::GeometryGuidedFamily& options, size_t layers);

// Smoothed and floored work (1 / it where `inverse`), floored sensitivities, exponents.
// INVALID_ARGUMENT naming `profile`, `sensitivity`, `window` or `work_floor`.
absl::StatusOr<PreparedLayers> PrepareLayers(const MeasuredLayers& measured,
                                             const v1::GeometryGuidedFamily& options, bool inverse);

// The exponents that a user gives: the list, else the one number, else none. INVALID_ARGUMENT
// naming `exponents` for another length than `layers`.
absl::StatusOr<std::vector<double>> GivenExponents(
    const google::protobuf::RepeatedField<double>& list, bool has_one, double one, size_t layers);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_GUIDED_LAYERS_H_
