// Schedules: a list to pick from, and those that were picked side by side.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_SCHEDULES_PAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_SCHEDULES_PAGE_H_

#include "absl/status/statusor.h"
#include "services/orchestrator/web/http/request.h"
#include "services/orchestrator/web/http/response.h"
#include "services/orchestrator/web/pages/html.h"
#include "services/orchestrator/web/pages/pictures.h"
#include "services/orchestrator/web/pages/sources.h"

namespace widthlab::web {

// ?id=A&id=B, at most 12, shows them beside each other.
absl::StatusOr<Response> SchedulesPage(const Sources& sources, const Request& request);

// What each schedule costs, and its width in every layer.
Html ScheduleTables(const std::vector<NamedSchedule>& schedules);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_SCHEDULES_PAGE_H_
