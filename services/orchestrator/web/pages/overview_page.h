// The first page: what runs now, and what came last.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_OVERVIEW_PAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_OVERVIEW_PAGE_H_

#include "absl/status/statusor.h"
#include "services/orchestrator/web/http/request.h"
#include "services/orchestrator/web/http/response.h"
#include "services/orchestrator/web/pages/sources.h"

namespace widthlab::web {

absl::StatusOr<Response> OverviewPage(const Sources& sources, const Request& request);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_OVERVIEW_PAGE_H_
