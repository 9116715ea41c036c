#include "clients/cli/job_commands.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/format.h"
#include "clients/cli/listing.h"
#include "clients/cli/steps.h"
#include "clients/cli/table.h"
#include "clients/cli/values.h"
#include "clients/cpp/job_client.h"
#include "clients/cpp/watch.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using job::v1::Job;

std::string StateWord(const Job& job) {
  return absl::AsciiStrToLower(EnumName(*job::v1::JobState_descriptor(), job.state()));
}

std::string DoneText(const Job& job) {
  const double share = ShareDone(job.progress());
  return share < 0 ? "" : absl::StrCat(static_cast<int>(100 * share), " %");
}

std::string TookText(const Job& job) {
  if (!job.has_start_time() || !job.has_end_time()) return "";
  return FormatDuration(static_cast<double>(job.end_time().seconds() - job.start_time().seconds()));
}

absl::StatusOr<ExitCode> List(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const int limit, LimitOf(arguments));
  std::string filter = arguments.Value("filter");
  if (arguments.Has("state")) {
    AddCondition("state = " + absl::AsciiStrToUpper(arguments.Value("state")), filter);
  }
  if (arguments.Has("kind")) {
    AddCondition(absl::StrCat("kind = \"", arguments.Value("kind"), "\""), filter);
  }
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  client::JobClient jobs(to.orchestrator);
  JobTable table(session);
  RETURN_IF_ERROR(EachPage(limit, [&](int size, std::string& token) -> absl::StatusOr<int> {
    job::v1::ListJobsRequest request;
    request.set_page_size(size);
    request.set_page_token(token);
    request.set_filter(filter);
    ASSIGN_OR_RETURN(const job::v1::ListJobsResponse response, jobs.List(request));
    for (const Job& job : response.jobs()) table.Add(job);
    token = response.next_page_token();
    return response.jobs_size();
  }));
  table.Finish("no jobs");
  return kSuccess;
}

absl::StatusOr<ExitCode> Watch(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  const std::unique_ptr<ProgressView> view = session.NewView();
  client::JobClient jobs(to.orchestrator);
  ASSIGN_OR_RETURN(const Job job,
                   jobs.Wait(JobName(arguments.Positional(0)), ShowEvents(session, *view)));
  view->Finish();
  return EndOfWatch(session, job);
}

absl::StatusOr<ExitCode> Cancel(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const Job job,
                   client::JobClient(to.orchestrator).Cancel(JobName(arguments.Positional(0))));
  PrintJob(session, job);
  return kSuccess;
}

}  // namespace

void PrintJob(const Session& session, const Job& job) {
  if (session.json()) {
    session.PrintJson(job);
  } else {
    session.out() << job.name() << "  " << StateWord(job) << "\n";
  }
}

void JobTable::Add(const Job& job) {
  if (session_.json()) {
    session_.PrintJson(job);
    return;
  }
  rows_.push_back({job.name(), job.kind(), StateWord(job), DoneText(job), TookText(job),
                   FormatTime(job.create_time())});
}

void JobTable::Finish(std::string_view nothing) const {
  if (session_.json()) return;
  Table table({{"job"},
               {"kind"},
               {"state"},
               {"done", Table::kRight},
               {"took", Table::kRight},
               {"created"}});
  for (const std::vector<std::string>& row : rows_) table.AddRow(row);
  if (table.empty()) {
    session_.out() << nothing << "\n";
  } else {
    session_.out() << table.Render(session_.console());
  }
}

std::function<void(const Job&)> ShowEvents(const Session& session, ProgressView& view) {
  if (session.json()) return [&session](const Job& job) { session.PrintJson(job); };
  return [&view](const Job& job) { view.Show(job); };
}

ExitCode EndOfWatch(const Session& session, const Job& job) {
  if (!session.json()) return session.ReportEnd(job);
  if (job.state() == job::v1::JOB_STATE_SUCCEEDED) return kSuccess;
  return job.state() == job::v1::JOB_STATE_CANCELLED ? kCancelled : kFailure;
}

std::vector<Command> JobCommands() {
  const ArgumentSpec job{.name = "JOB",
                         .help = "its name as `job list` shows it, for instance training-7",
                         .values = JobValues()};
  return {
      {.group = "job",
       .verb = "list",
       .summary = "Show the jobs of all areas, newest first.",
       .flags = {{.name = "state",
                  .value = "STATE",
                  .help = "only queued, running, cancelling, succeeded, failed or cancelled",
                  .values = EnumValues(*job::v1::JobState_descriptor())},
                 {.name = "kind", .value = "KIND", .help = "only one kind, like training.Train"},
                 {.name = "filter",
                  .value = "FILTER",
                  .help =
                      "conditions joined by AND: 'state = RUNNING AND kind = \"training.Train\"'"},
                 LimitFlag()},
       .examples = "  widthctl job list --state running\n",
       .run = List},
      {.group = "job",
       .verb = "watch",
       .summary = "Follow a job to its end.",
       .description = "With --json prints the job at each change, one object a line.",
       .arguments = {job},
       .examples = "  widthctl job watch training-7\n",
       .run = Watch},
      {.group = "job",
       .verb = "cancel",
       .summary = "Ask a job to stop; a queued one is dequeued.",
       .arguments = {job},
       .examples = "  widthctl job cancel training-7\n",
       .run = Cancel},
  };
}

}  // namespace widthlab::cli
