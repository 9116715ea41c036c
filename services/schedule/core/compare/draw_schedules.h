// A picture of any set of schedules: widths over depth, with their intervals where they have any.
//
//   const std::string svg = DrawSchedules({{"cosine_taper", schedule}}, {});
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_COMPARE_DRAW_SCHEDULES_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_COMPARE_DRAW_SCHEDULES_H_

#include <string>
#include <vector>

#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

struct NamedSchedule {
  std::string label;
  v1::Schedule schedule;
};

enum class DrawnQuantity { kFfnWidth, kRelativeWidth, kResidualWidth };

struct DrawnAs {
  DrawnQuantity quantity = DrawnQuantity::kFfnWidth;
  std::string title = {};  // empty: the quantity's own
  double width = 720;      // pixels
  double height = 400;
};

// Over layers, or over relative depth where the schedules have different numbers of layers. A
// schedule without residual widths is drawn at its hidden size; one that says neither has no line.
std::string DrawSchedules(const std::vector<NamedSchedule>& schedules, const DrawnAs& how);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_COMPARE_DRAW_SCHEDULES_H_
