#include "clients/cli/sensitivity_commands.h"

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "clients/cli/format.h"
#include "clients/cli/job_commands.h"
#include "clients/cli/run_command.h"
#include "clients/cli/run_request.h"
#include "clients/cli/sensitivity_text.h"
#include "clients/cli/session.h"
#include "clients/cli/spec_help.h"
#include "clients/cli/values.h"
#include "clients/cpp/artifact_client.h"
#include "clients/cpp/job_client.h"
#include "clients/cpp/sensitivity_client.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using artifact::v1::Artifact;
using capture::v1::MeasureSensitivityRequest;
using capture::v1::Sensitivity;
using capture::v1::SensitivitySpec;
using job::v1::Job;

absl::Status Print(const Session& session, const client::Connection& connection,
                   const std::string& name) {
  ASSIGN_OR_RETURN(const Artifact artifact, client::ArtifactClient(connection).Get(name));
  ASSIGN_OR_RETURN(const Sensitivity sensitivity, client::ReadSensitivity(connection, artifact));
  if (session.json()) {
    session.PrintJson(sensitivity);
  } else {
    session.out() << SensitivityText(session.console(), sensitivity);
  }
  return absl::OkStatus();
}

absl::StatusOr<ExitCode> Show(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  RETURN_IF_ERROR(Print(session, to.orchestrator, arguments.Positional(0)));
  return kSuccess;
}

void PrintDryRun(const Session& session, const Job& job) {
  if (session.json()) {
    session.PrintJson(job);
    return;
  }
  job::v1::StepMetadata step;
  job.metadata().UnpackTo(&step);
  session.out() << (!step.cached_artifact().empty()
                        ? "in the cache"
                        : absl::StrCat("about ", FormatDuration(step.estimate().seconds()), ", ",
                                       FormatBytes(step.estimate().peak_memory_bytes()),
                                       " of memory"))
                << "; nothing was started\n";
}

absl::StatusOr<ExitCode> Wait(const Session& session, const client::Connections& to,
                              const Job& started) {
  if (!session.json()) {
    session.out() << started.name() << "  (it goes on without widthctl; `job cancel` stops it)"
                  << std::endl;
  }
  const std::unique_ptr<ProgressView> view = session.NewView();
  client::JobClient jobs(to.orchestrator);
  ASSIGN_OR_RETURN(const Job job,
                   jobs.Wait(started.name(), [&](const Job& now) { view->Show(now); }));
  view->Finish();
  const ExitCode code = session.ReportEnd(job);
  if (code != kSuccess || session.json()) return code;
  job::v1::StepResult result;
  job.result().UnpackTo(&result);
  session.out() << "\n";
  RETURN_IF_ERROR(Print(session, to.orchestrator, result.artifact()));
  session.out() << "sensitivity " << result.artifact()
                << (result.cached() ? ", found in the cache\n" : "\n");
  return kSuccess;
}

absl::StatusOr<ExitCode> Measure(const Arguments& arguments, Session& session) {
  MeasureSensitivityRequest request;
  request.mutable_spec()->set_model(arguments.Positional(0));
  RETURN_IF_ERROR(ApplySettings(arguments.Values("set"), *request.mutable_spec()));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  if (arguments.Has("text")) {
    ASSIGN_OR_RETURN(*request.mutable_spec()->mutable_text(),
                     ImportText(session, to.orchestrator, arguments.Values("text")));
  }
  request.set_request_id(arguments.Value("request-id"));
  request.set_validate_only(arguments.Has("dry-run"));
  ASSIGN_OR_RETURN(const Job job, client::MeasureSensitivity(to.capture, request));
  if (arguments.Has("dry-run")) {
    PrintDryRun(session, job);
    return kSuccess;
  }
  if (arguments.Has("wait")) return Wait(session, to, job);
  PrintJob(session, job);
  return kSuccess;
}

std::string MeasureHelp(const Arguments&) {
  return absl::StrCat("fields (for --set)\n", SpecHelp(*SensitivitySpec::descriptor(), {"model"}));
}

std::vector<Word> MeasureSettings(const Arguments&) {
  return SettingWords(*SensitivitySpec::descriptor(), {"model"});
}

Command MeasureCommand() {
  return {
      .group = "sensitivity",
      .verb = "measure",
      .summary = "Measure what each layer is worth to the loss of a model.",
      .description =
          "Adds noise of either sign to the update of one FFN at a time, and leaves it out: how\n"
          "much the next-token loss rises. Without --wait the job is started and its name printed.",
      .arguments = {{.name = "MODEL",
                     .help = "id of a training run or model, path on the server, or org/name",
                     .values = FileValues()}},
      .flags = {{.name = "text",
                 .value = "PATH",
                 .help = "text file or folder on this machine to import and read; --set text=ID "
                         "names one that the server has",
                 .repeated = true,
                 .values = FileValues()},
                {.name = "set",
                 .value = "KEY=VALUE",
                 .help = "set one field, for instance draws=4",
                 .repeated = true,
                 .values = {.words = MeasureSettings}},
                {.name = "request-id",
                 .value = "ID",
                 .help = "a repeated id returns the job that it started"},
                {.name = "dry-run",
                 .help = "check, and show what the cache holds and a rough cost"},
                {.name = "wait", .help = "follow the job to its end and show the result"}},
      .examples =
          "  widthctl sensitivity measure 3fa9c1e2 --text corpus/ --wait\n"
          "  widthctl sensitivity measure ~/models/SmolLM2-135M --text corpus/ \\\n"
          "    --set sequences=16 --set batches=16 --dry-run\n",
      .more_help = MeasureHelp,
      .run = Measure};
}

}  // namespace

std::vector<Command> SensitivityCommands() {
  return {MeasureCommand(),
          {.group = "sensitivity",
           .verb = "show",
           .summary = "Show what each layer is worth, with intervals.",
           .arguments = {{.name = "SENSITIVITY",
                          .help = "id of a sensitivity, or its first digits",
                          .values = ArtifactValues("kind = SENSITIVITY")}},
           .examples = "  widthctl sensitivity show 3fa9c1e2\n",
           .run = Show}};
}

}  // namespace widthlab::cli
