#include "services/orchestrator/web/pages/site.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "services/orchestrator/web/pages/artifact_page.h"
#include "services/orchestrator/web/pages/artifacts_page.h"
#include "services/orchestrator/web/pages/frame.h"
#include "services/orchestrator/web/pages/jobs_page.h"
#include "services/orchestrator/web/pages/overview_page.h"
#include "services/orchestrator/web/pages/runs_page.h"
#include "services/orchestrator/web/pages/schedules_page.h"

namespace widthlab::web {

absl::StatusOr<Response> Site::Find(const Request& request) const {
  const std::vector<std::string>& path = request.path;
  if (path.empty()) return OverviewPage(sources_, request);
  const std::string& room = path[0];
  if (path.size() == 1) {
    if (room == "runs") return RunsPage(sources_, request);
    if (room == "jobs") return JobsPage(sources_, request);
    if (room == "schedules") return SchedulesPage(sources_, request);
    if (room == "comparisons") return ComparisonsPage(sources_, request);
    if (room == "reports") return ReportsPage(sources_, request);
    if (room == "artifacts") return ArtifactsPage(sources_, request);
  }
  if (path.size() == 2 && (room == "runs" || room == "jobs")) {
    return room == "runs" ? RunPage(sources_, request) : JobPageOf(sources_, request);
  }
  if (path.size() >= 2 && room == "artifacts") {
    return ArtifactPage(sources_, {path.begin() + 1, path.end()});
  }
  return NotFound("PAGE_NOT_FOUND", "address", absl::StrCat("There is no page '", room, "'"));
}

Response Site::Answer(const Request& request) const {
  absl::StatusOr<Response> response = Find(request);
  return response.ok() ? *std::move(response) : ErrorAnswer(response.status());
}

}  // namespace widthlab::web
