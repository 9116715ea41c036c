// A peak (or a valley) over depth: straight from `edge` at the first layer to `middle` at relative
// depth `at`, and straight back to `edge` at the last. Source: arXiv 2509.06518.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_CROWN_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_CROWN_H_

#include <cstddef>
#include <vector>

namespace widthlab::schedule {

struct Crown {
  double edge = 0.5;  // > 0
  double middle = 1.5;
  double at = 0.5;  // in (0, 1)
};

std::vector<double> CrownShape(size_t layers, const Crown& crown);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_CROWN_H_
