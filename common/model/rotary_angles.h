// The rotary tables of a model's layers, with every scaling that architecture.h knows.
//
//   const RotaryAngles angles(a, /*positions=*/512);
//   const RotaryValues& values = angles.OfLayer(3);    // that of the window's base, or the global
//   one
//
// For models of other families the angles are computed in float32, as their reference
// implementation does: at position 8,000 float32 and float64 angles are 5e-4 apart, which is more
// than all other rounding together. Our own decoder has float64 angles.
#ifndef WIDTHLAB_COMMON_MODEL_ROTARY_ANGLES_H_
#define WIDTHLAB_COMMON_MODEL_ROTARY_ANGLES_H_

#include <cstdint>
#include <vector>

#include "common/architecture/architecture.h"

namespace widthlab::model {

// Cosines and sines [positions, head_dim / 2].
struct RotaryValues {
  std::vector<float> cosine;
  std::vector<float> sine;
};

// Radians a position, of the head_dim / 2 pairs of coordinates.
std::vector<float> RotaryFrequencies(double theta, const architecture::RopeScaling& scaling,
                                     int64_t head_dim);

class RotaryAngles {
 public:
  // Empty for learned positions.
  RotaryAngles(const architecture::Architecture& a, int64_t positions);

  const RotaryValues& OfLayer(int64_t layer) const;

 private:
  RotaryValues global_;
  RotaryValues local_;
  std::vector<bool> is_local_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_ROTARY_ANGLES_H_
