// Jobs of every area: a list that can be narrowed to a state, and one with its progress.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_JOBS_PAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_JOBS_PAGE_H_

#include <string>

#include "absl/status/statusor.h"
#include "services/orchestrator/web/http/request.h"
#include "services/orchestrator/web/http/response.h"
#include "services/orchestrator/web/pages/sources.h"

namespace widthlab::web {

absl::StatusOr<Response> JobsPage(const Sources& sources, const Request& request);

// /jobs/training-7
absl::StatusOr<Response> JobPageOf(const Sources& sources, const Request& request);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_JOBS_PAGE_H_
