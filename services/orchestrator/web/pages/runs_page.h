// Runs of pipelines: a list, and one with its steps as they go on.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_RUNS_PAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_RUNS_PAGE_H_

#include <string>

#include "absl/status/statusor.h"
#include "services/orchestrator/web/http/request.h"
#include "services/orchestrator/web/http/response.h"
#include "services/orchestrator/web/pages/html.h"
#include "services/orchestrator/web/pages/sources.h"

namespace widthlab::web {

absl::StatusOr<Response> RunsPage(const Sources& sources, const Request& request);

// /runs/pipeline-7
absl::StatusOr<Response> RunPage(const Sources& sources, const Request& request);

// How a stranger begins, for pages that have nothing to show yet.
Html HowToBegin();

// Runs as rows: template, state, how many steps are done.
Html RunTableHtml(const std::vector<job::v1::Job>& runs);

// Only the jobs that are runs.
inline constexpr char kRunKind[] = "pipeline.RunPipeline";
inline constexpr char kRunFilter[] = "kind = \"pipeline.RunPipeline\"";

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_RUNS_PAGE_H_
