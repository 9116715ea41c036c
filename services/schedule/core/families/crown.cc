#include "services/schedule/core/families/crown.h"

namespace widthlab::schedule {

std::vector<double> CrownShape(size_t layers, const Crown& crown) {
  if (layers == 1) return {1.0};
  std::vector<double> shape(layers);
  for (size_t l = 0; l < layers; ++l) {
    const double t = static_cast<double>(l) / static_cast<double>(layers - 1);
    const double rise = t <= crown.at ? t / crown.at : (1 - t) / (1 - crown.at);
    shape[l] = crown.edge + (crown.middle - crown.edge) * rise;
  }
  return shape;
}

}  // namespace widthlab::schedule
