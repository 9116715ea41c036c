#include "services/schedule/core/families/tapers.h"

#include <cmath>
#include <numbers>

namespace widthlab::schedule {
namespace {

template <typename Curve>
std::vector<double> OverDepth(size_t layers, Curve curve) {
  if (layers == 1) return {1.0};
  std::vector<double> shape(layers);
  for (size_t l = 0; l < layers; ++l) {
    shape[l] = curve(static_cast<double>(l) / static_cast<double>(layers - 1));
  }
  return shape;
}

}  // namespace

std::vector<double> CosineTaper(size_t layers, const Taper& taper) {
  return OverDepth(layers, [&](double t) {
    return taper.end + (taper.start - taper.end) / 2 * (1 + std::cos(std::numbers::pi * t));
  });
}

std::vector<double> LinearTaper(size_t layers, const Taper& taper) {
  return OverDepth(layers, [&](double t) { return taper.start + (taper.end - taper.start) * t; });
}

}  // namespace widthlab::schedule
