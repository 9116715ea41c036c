// Shapes that fall (or rise) over depth. With t = l / (L - 1):
//
//   cosine   end + (start - end) / 2 * (1 + cos(pi t))     arXiv 2606.23670
//   linear   start + (end - start) * t                     arXiv 2606.23670, 2404.14619, 2509.06518
//
// Only the shape counts: the budget scales it. One layer is uniform.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_TAPERS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_TAPERS_H_

#include <cstddef>
#include <vector>

namespace widthlab::schedule {

struct Taper {
  double start = 1.5;  // both > 0
  double end = 0.5;
};

std::vector<double> CosineTaper(size_t layers, const Taper& taper);
std::vector<double> LinearTaper(size_t layers, const Taper& taper);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_TAPERS_H_
