// Artifacts: all of them, and those of one kind with what they say: comparisons and reports.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_ARTIFACTS_PAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_ARTIFACTS_PAGE_H_

#include "absl/status/statusor.h"
#include "services/orchestrator/web/http/request.h"
#include "services/orchestrator/web/http/response.h"
#include "services/orchestrator/web/pages/sources.h"

namespace widthlab::web {

// ?kind=schedule narrows the list, ?filter= does so by conditions as ListArtifacts has them.
absl::StatusOr<Response> ArtifactsPage(const Sources& sources, const Request& request);

// Each comparison with the verdict on every arm.
absl::StatusOr<Response> ComparisonsPage(const Sources& sources, const Request& request);

absl::StatusOr<Response> ReportsPage(const Sources& sources, const Request& request);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_ARTIFACTS_PAGE_H_
