#include "services/schedule/service/schedule_area.h"

#include <memory>

#include "services/schedule/service/schedule_service.h"

namespace widthlab::schedule {

host::Area ScheduleArea() {
  return {
      .name = "schedule",
      .program = "widthlab-schedule",
      .summary =
          "turns measurements into FFN widths for every layer under a "
          "parameter budget: exact "
          "optimum with its certificate, integer rounding, and the "
          "families to compare with. "
          "Everything is answered at once.",
      .port = 7073,
      .metrics_port = 9467,
      .make_services =
          [](const host::AreaContext& context) {
            return std::make_unique<host::OneService<ScheduleServiceImpl>>(
                v1::ScheduleService::service_full_name(), context.store, context.pool,
                context.host);
          },
  };
}

}  // namespace widthlab::schedule
