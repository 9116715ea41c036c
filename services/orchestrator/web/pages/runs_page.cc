#include "services/orchestrator/web/pages/runs_page.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/web/pages/frame.h"
#include "services/orchestrator/web/pages/parts.h"
#include "services/orchestrator/web/pages/pictures.h"
#include "services/orchestrator/web/pages/words.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::web {
namespace {

using job::v1::Job;
using pipeline::v1::RunMetadata;
using pipeline::v1::StepStatus;

constexpr int kMostSteps = 1000;
constexpr int kMostNodes = 60;

RunMetadata MetadataOf(const Job& run) {
  RunMetadata metadata;
  run.metadata().UnpackTo(&metadata);
  return metadata;
}

int StepsDone(const RunMetadata& metadata) {
  return static_cast<int>(std::count_if(
      metadata.steps().begin(), metadata.steps().end(),
      [](const StepStatus& step) { return step.state() == job::v1::JOB_STATE_SUCCEEDED; }));
}

Html StepCell(const StepStatus& step) {
  Html state = StateHtml(step.state());
  if (step.state() == job::v1::JOB_STATE_RUNNING) {
    state.Add(Text(" ")).Add(ProgressHtml(step.progress()));
  }
  if (step.cached()) state.Add(Element("span", {{"class", "quiet"}}, Text(", from the cache")));
  return state;
}

Html StepsHtml(const Sources& sources, const RunMetadata& metadata) {
  TableHtml table({"step", "kind", "state", "artifact", "job"});
  const int shown = std::min(metadata.steps_size(), kMostSteps);
  for (int i = 0; i < shown; ++i) {
    const StepStatus& step = metadata.steps(i);
    table.AddRow({Text(step.id()), Text(step.kind()), StepCell(step),
                  ArtifactLinkIfThere(sources.store, step.artifact()), JobLink(step.job())});
  }
  Html html = table.Render();
  if (shown < metadata.steps_size()) {
    html.Add(Element(
        "p", absl::StrCat("and ", metadata.steps_size() - shown, " more: widthctl pipeline show")));
  }
  return html;
}

Html GraphHtml(const RunMetadata& metadata) {
  if (metadata.steps_size() == 0 || metadata.steps_size() > kMostNodes) return Html();
  std::vector<PictureNode> nodes;
  std::map<std::string, size_t> places;
  for (const StepStatus& step : metadata.steps()) {
    places[step.id()] = nodes.size();
    nodes.push_back({step.id(), StateWord(step.state())});
  }
  std::vector<PictureEdge> edges;
  for (const StepStatus& step : metadata.steps()) {
    for (const std::string& before : step.depends_on()) {
      const auto found = places.find(before);
      if (found != places.end()) edges.push_back({found->second, places[step.id()]});
    }
  }
  return Details("The steps as a graph",
                 GraphPicture("Steps", "Which step waits for which", nodes, edges));
}

// What failed first, in its own words.
Html ProblemHtml(const Job& run) {
  if (!run.has_error()) return Html();
  return Element("p", {{"class", "problem"}}, Text(run.error().message()));
}

Html FactsOf(const Job& run, const RunMetadata& metadata) {
  FactsHtml facts;
  facts.Add("state", StateHtml(run.state()));
  facts.Add("template", metadata.template_());
  facts.Add("steps", absl::StrCat(StepsDone(metadata), " of ", metadata.steps_size(), " done"));
  facts.Add("created", absl::StrCat(TimeText(run.create_time()), " UTC"));
  facts.Add(IsFinal(run.state()) ? "took" : "so far", TookText(run));
  if (run.attempt() > 1) {
    facts.Add("started",
              absl::StrCat(run.attempt(), " times, as the server was stopped meanwhile"));
  }
  facts.Add("request id", run.request_id());
  return facts.Render();
}

// What came out: the comparison and the report, where there are any.
Html OutcomeHtml(const Sources& sources, const Job& run) {
  pipeline::v1::RunResult result;
  if (!run.result().UnpackTo(&result)) return Html();
  Html html;
  for (const auto& [step, id] :
       std::map<std::string, std::string>(result.artifacts().begin(), result.artifacts().end())) {
    if ((step != "report" && step != "comparison") || !sources.store.Get(id).ok()) continue;
    const std::string path =
        step == "report" ? absl::StrCat(ArtifactPath(id), "/report") : ArtifactPath(id);
    html.Add(Element("p", Link(path, step == "report" ? "Read the report" : "See the comparison")));
  }
  return html;
}

}  // namespace

Html HowToBegin() {
  return Element("p", "Nothing is here yet. Begin with one of these:") + CommandBox("./run demo") +
         CommandBox("widthctl pipeline run geometry_guided --text PATH --wait");
}

Html RunTableHtml(const std::vector<Job>& runs) {
  TableHtml table({"run", "state", "steps done", "template", "took", "created (UTC)"}, {2, 4});
  for (const Job& run : runs) {
    const RunMetadata metadata = MetadataOf(run);
    const std::string id = ShortJob(run.name());
    table.AddRow({Link(absl::StrCat("/runs/", PercentEncode(id)), id), StateHtml(run.state()),
                  Text(absl::StrCat(StepsDone(metadata), " of ", metadata.steps_size())),
                  Text(metadata.template_()), Text(TookText(run)),
                  Text(TimeText(run.create_time()))});
  }
  return table.Render();
}

absl::StatusOr<Response> RunsPage(const Sources& sources, const Request& request) {
  ASSIGN_OR_RETURN(const JobPage page,
                   sources.jobs.List(kRowsOfAPage, request.Value("page"), kRunFilter));
  const Html content = page.jobs.empty() ? HowToBegin()
                                         : RunTableHtml(page.jobs) +
                                               NextPageHtml("/runs", request, page.next_page_token);
  return PageAnswer({.title = "Runs",
                     .current = "/runs",
                     .content = content,
                     .refresh = WhileActive(AnyActive(page.jobs), request, "/runs")});
}

absl::StatusOr<Response> RunPage(const Sources& sources, const Request& request) {
  const std::string& id = request.path[1];
  ASSIGN_OR_RETURN(const Job run, sources.jobs.Get(absl::StrCat("jobs/", id)));
  if (run.kind() != kRunKind) return RedirectTo(JobPath(run.name()));
  const RunMetadata metadata = MetadataOf(run);
  Html content = ProblemHtml(run) + FactsOf(run, metadata) + OutcomeHtml(sources, run);
  content.Add(Section("Steps", StepsHtml(sources, metadata) + GraphHtml(metadata)));
  Html commands = CommandBox(absl::StrCat("widthctl pipeline watch ", id));
  if (!IsFinal(run.state())) {
    commands.Add(CommandBox(absl::StrCat("widthctl pipeline cancel ", id)));
  }
  content.Add(Section("From the command line", commands));
  content.Add(Section("Request", Details("Every step with its spec",
                                         Element("pre", PrettyJson(metadata.pipeline())))));
  return PageAnswer({.title = absl::StrCat("Run ", id),
                     .current = "/runs",
                     .content = content,
                     .refresh = WhileActive(!IsFinal(run.state()), request,
                                            absl::StrCat("/runs/", PercentEncode(id)))});
}

}  // namespace widthlab::web
