// A cloud of points as somebody else's memory holds it.
//
//   std::vector<float> states = ...;  // 256 tokens of 576 coordinates
//   CloudView cloud(states.data(), 256, 576);
//   double x = cloud.At(3, 0);
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_CLOUD_VIEW_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_CLOUD_VIEW_H_

#include <cstdint>

namespace widthlab::geometry {

// n points of d coordinates, row by row without gaps, in float32 or float64. Owns nothing.
class CloudView {
 public:
  CloudView(const float* values, int64_t points, int64_t dimension)
      : floats_(values), points_(points), dimension_(dimension) {}
  CloudView(const double* values, int64_t points, int64_t dimension)
      : doubles_(values), points_(points), dimension_(dimension) {}

  int64_t points() const { return points_; }
  int64_t dimension() const { return dimension_; }
  double At(int64_t point, int64_t coordinate) const {
    const int64_t i = point * dimension_ + coordinate;
    return floats_ != nullptr ? static_cast<double>(floats_[i]) : doubles_[i];
  }

  // Writes the point's coordinates, times `scale`, to out[0 … d).
  void CopyPoint(int64_t point, double scale, double* out) const {
    const int64_t begin = point * dimension_;
    if (floats_ != nullptr) {
      for (int64_t k = 0; k < dimension_; ++k) out[k] = scale * floats_[begin + k];
    } else {
      for (int64_t k = 0; k < dimension_; ++k) out[k] = scale * doubles_[begin + k];
    }
  }

 private:
  const float* floats_ = nullptr;
  const double* doubles_ = nullptr;
  int64_t points_;
  int64_t dimension_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_DISTANCE_CLOUD_VIEW_H_
