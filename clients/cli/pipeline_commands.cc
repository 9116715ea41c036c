#include "clients/cli/pipeline_commands.h"

#include <memory>
#include <string>

#include "absl/strings/ascii.h"
#include "clients/cli/job_commands.h"
#include "clients/cli/listing.h"
#include "clients/cli/run_command.h"
#include "clients/cli/session.h"
#include "clients/cli/values.h"
#include "clients/cpp/pipeline_client.h"
#include "clients/cpp/watch.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using job::v1::Job;

absl::StatusOr<ExitCode> Watch(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  const std::unique_ptr<ProgressView> view = session.NewView();
  client::PipelineClient pipelines(to.orchestrator);
  ASSIGN_OR_RETURN(const Job run,
                   pipelines.Wait(JobName(arguments.Positional(0)), ShowEvents(session, *view)));
  view->Finish();
  return EndOfWatch(session, run);
}

absl::StatusOr<ExitCode> List(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const int limit, LimitOf(arguments));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  client::PipelineClient pipelines(to.orchestrator);
  JobTable table(session);
  RETURN_IF_ERROR(EachPage(limit, [&](int size, std::string& token) -> absl::StatusOr<int> {
    pipeline::v1::ListRunsRequest request;
    request.set_page_size(size);
    request.set_page_token(token);
    ASSIGN_OR_RETURN(const pipeline::v1::ListRunsResponse response, pipelines.List(request));
    for (const Job& run : response.runs()) table.Add(run);
    token = response.next_page_token();
    return response.runs_size();
  }));
  table.Finish("no runs; `widthctl pipeline run --help` tells how to start one");
  return kSuccess;
}

absl::StatusOr<ExitCode> Show(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const Job run,
                   client::PipelineClient(to.orchestrator).Get(JobName(arguments.Positional(0))));
  PrintJob(session, run);
  if (session.json()) return kSuccess;
  session.out() << "\n" << StepTable(session.console(), run);
  const absl::Status error = client::ErrorOf(run);
  if (!error.ok())
    session.out() << "\n" << session.console().Red(std::string(error.message())) << "\n";
  return kSuccess;
}

absl::StatusOr<ExitCode> Cancel(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(
      const Job run,
      client::PipelineClient(to.orchestrator).Cancel(JobName(arguments.Positional(0))));
  PrintJob(session, run);
  return kSuccess;
}

}  // namespace

std::vector<Command> PipelineCommands() {
  const ArgumentSpec run{.name = "RUN",
                         .help = "its name as `pipeline list` shows it, for instance pipeline-7",
                         .values = JobValues("kind = \"pipeline.RunPipeline\"")};
  return {
      RunCommand(),
      {.group = "pipeline",
       .verb = "watch",
       .summary = "Follow a run to its end, step by step.",
       .description = "With --json prints the run at each change, one object a line.",
       .arguments = {run},
       .examples = "  widthctl pipeline watch pipeline-7\n",
       .run = Watch},
      {.group = "pipeline",
       .verb = "list",
       .summary = "Show runs, newest first.",
       .flags = {LimitFlag()},
       .examples = "  widthctl pipeline list --limit 5\n",
       .run = List},
      {.group = "pipeline",
       .verb = "show",
       .summary = "Show the steps of a run with their artifacts.",
       .arguments = {run},
       .examples = "  widthctl pipeline show pipeline-7\n",
       .run = Show},
      {.group = "pipeline",
       .verb = "cancel",
       .summary = "Stop a run and the jobs of its steps.",
       .arguments = {run},
       .examples = "  widthctl pipeline cancel pipeline-7\n",
       .run = Cancel},
  };
}

}  // namespace widthlab::cli
