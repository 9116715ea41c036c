#include "services/orchestrator/web/pages/overview_page.h"

#include "common/status/macros.h"
#include "services/orchestrator/web/pages/frame.h"
#include "services/orchestrator/web/pages/parts.h"
#include "services/orchestrator/web/pages/runs_page.h"

namespace widthlab::web {
namespace {

constexpr int kRows = 8;

}  // namespace

absl::StatusOr<Response> OverviewPage(const Sources& sources, const Request& request) {
  ASSIGN_OR_RETURN(const JobPage running, sources.jobs.List(kRowsOfAPage, "", "state = RUNNING"));
  ASSIGN_OR_RETURN(const JobPage runs, sources.jobs.List(kRows, "", kRunFilter));
  ASSIGN_OR_RETURN(const artifact::ListPage latest, sources.store.List({.page_size = kRows}));
  Html content;
  if (runs.jobs.empty() && latest.artifacts.empty() && running.jobs.empty()) {
    content = HowToBegin();
  }
  if (!running.jobs.empty()) content.Add(Section("Running now", JobTableHtml(running.jobs)));
  if (!runs.jobs.empty()) {
    content.Add(
        Section("Latest runs", RunTableHtml(runs.jobs) + Element("p", Link("/runs", "all runs"))));
  }
  if (!latest.artifacts.empty()) {
    content.Add(Section("Latest artifacts", ArtifactTableHtml(latest.artifacts) +
                                                Element("p", Link("/artifacts", "all artifacts"))));
  }
  return PageAnswer({.title = "What this server holds",
                     .current = "/",
                     .content = content,
                     .refresh = WhileActive(!running.jobs.empty(), request, "/")});
}

}  // namespace widthlab::web
