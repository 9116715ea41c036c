// X_l and Y_l of a subsample, scaled as a MeasureSpec asks.
//
//   ASSIGN_OR_RETURN(const ScaledPair pair,
//                    ReadScaledPair(clouds, spec, layer, subsample, need_directions));
//   MeasurePair(pool, pair.x.View(), pair.y.View(), ...);
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_SCALED_PAIR_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_SCALED_PAIR_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "services/geometry/core/measure/layer_clouds.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::geometry {

struct ScaledPair {
  OwnedCloud x;
  OwnedCloud y;
};

// Both clouds times state_factor; with remove_norm_growth, rows i of both times
// |row i of X_0| / |row i of X_l| before. Without either the bits are those of the file. Errors of
// ReadSubsample; INVALID_ARGUMENT on state_factor or remove_norm_growth where a coordinate
// overflows, or a row becomes zero that must have a direction.
absl::StatusOr<ScaledPair> ReadScaledPair(const LayerClouds& clouds, const v1::MeasureSpec& spec,
                                          int64_t layer, int64_t subsample, bool need_directions);

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_SCALED_PAIR_H_
