// Every family of schedules as help texts show it: options, defaults, ranges
// and source, read from the field options of the family's message.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_SERVICE_LIST_FAMILIES_H_
#define WIDTHLAB_SERVICES_SCHEDULE_SERVICE_LIST_FAMILIES_H_

#include "widthlab/schedule/v1/schedule_service.pb.h"

namespace widthlab::schedule {

// In the order of the registry.
v1::ListFamiliesResponse ListFamilies();

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_SERVICE_LIST_FAMILIES_H_
