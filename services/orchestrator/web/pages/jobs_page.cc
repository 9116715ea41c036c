#include "services/orchestrator/web/pages/jobs_page.h"

#include <memory>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "common/spec/known_types.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/web/pages/form.h"
#include "services/orchestrator/web/pages/frame.h"
#include "services/orchestrator/web/pages/parts.h"
#include "services/orchestrator/web/pages/runs_page.h"
#include "services/orchestrator/web/pages/words.h"

namespace widthlab::web {
namespace {

using job::v1::Job;

std::vector<std::string> StateWords() {
  std::vector<std::string> words;
  for (int state = job::v1::JOB_STATE_QUEUED; state <= job::v1::JOB_STATE_CANCELLED; ++state) {
    words.push_back(StateWord(static_cast<job::v1::JobState>(state)));
  }
  return words;
}

Html ResultHtml(const Sources& sources, const Job& job) {
  job::v1::StepResult result;
  if (!job.result().UnpackTo(&result)) return Html();
  return ArtifactLinkIfThere(sources.store, result.artifact()) +
         Text(result.cached() ? ", from the cache" : "");
}

Html SpecHtml(const Job& job) {
  job::v1::StepMetadata metadata;
  if (!job.metadata().UnpackTo(&metadata)) return Html();
  const std::unique_ptr<google::protobuf::Message> spec = spec::Unpack(metadata.spec());
  if (spec == nullptr) return Html();
  return Section("Spec", Element("p", "Every field, defaults written out.") +
                             Element("pre", PrettyJson(*spec)));
}

}  // namespace

absl::StatusOr<Response> JobsPage(const Sources& sources, const Request& request) {
  const std::string state = request.Value("state");
  std::string filter;
  if (!state.empty()) {
    RETURN_IF_ERROR(CheckChoice("state", state, StateWords()));
    filter = absl::StrCat("state = ", absl::AsciiStrToUpper(state));
  }
  ASSIGN_OR_RETURN(const JobPage page,
                   sources.jobs.List(kRowsOfAPage, request.Value("page"), filter));
  Html content = FilterForm("/jobs", {{"state", "state", state, StateWords()}});
  content.Add(page.jobs.empty() ? Element("p", state.empty() ? "No job was ever started here."
                                                             : "No job is in this state.")
                                : JobTableHtml(page.jobs));
  content.Add(NextPageHtml("/jobs", request, page.next_page_token));
  return PageAnswer({.title = "Jobs",
                     .current = "/jobs",
                     .content = content,
                     .refresh = WhileActive(AnyActive(page.jobs), request, "/jobs")});
}

absl::StatusOr<Response> JobPageOf(const Sources& sources, const Request& request) {
  const std::string& id = request.path[1];
  ASSIGN_OR_RETURN(const Job job, sources.jobs.Get(absl::StrCat("jobs/", id)));
  if (job.kind() == kRunKind) return RedirectTo(absl::StrCat("/runs/", PercentEncode(id)));
  Html content;
  if (job.has_error()) {
    content.Add(Element("p", {{"class", "problem"}}, Text(job.error().message())));
  }
  FactsHtml facts;
  facts.Add("state", StateHtml(job.state()));
  facts.Add("kind", job.kind());
  if (!IsFinal(job.state())) facts.Add("progress", ProgressHtml(job.progress()));
  facts.Add("artifact", ResultHtml(sources, job));
  facts.Add("created", absl::StrCat(TimeText(job.create_time()), " UTC"));
  facts.Add(IsFinal(job.state()) ? "took" : "so far", TookText(job));
  if (job.attempt() > 1) facts.Add("started", absl::StrCat(job.attempt(), " times"));
  facts.Add("request id", job.request_id());
  content.Add(facts.Render());
  content.Add(SpecHtml(job));
  content.Add(
      Section("From the command line", CommandBox(absl::StrCat("widthctl job watch ", id))));
  return PageAnswer({.title = absl::StrCat("Job ", id),
                     .current = "/jobs",
                     .content = content,
                     .refresh = WhileActive(!IsFinal(job.state()), request, JobPath(job.name()))});
}

}  // namespace widthlab::web
