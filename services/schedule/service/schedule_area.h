// The schedule service as a part of a process.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCHEDULE_AREA_H_
#define WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCHEDULE_AREA_H_

#include "services/host/area.h"

namespace widthlab::schedule {

host::Area ScheduleArea();

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCHEDULE_AREA_H_
