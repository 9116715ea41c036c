#include "clients/cli/correlate_commands.h"

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "clients/cli/correlate_request.h"
#include "clients/cli/correlations_text.h"
#include "clients/cli/job_commands.h"
#include "clients/cli/run_command.h"
#include "clients/cli/session.h"
#include "clients/cli/spec_help.h"
#include "clients/cli/values.h"
#include "clients/cpp/artifact_client.h"
#include "clients/cpp/correlations_client.h"
#include "clients/cpp/pipeline_client.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using job::v1::Job;
using pipeline::v1::Correlations;
using pipeline::v1::DiagnosticsTemplate;

absl::Status Print(const Session& session, const client::Connection& connection,
                   const std::string& name) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact,
                   client::ArtifactClient(connection).Get(name));
  ASSIGN_OR_RETURN(const Correlations correlations, client::ReadCorrelations(connection, artifact));
  if (session.json()) {
    session.PrintJson(correlations);
  } else {
    session.out() << CorrelationsText(session.console(), correlations);
  }
  return absl::OkStatus();
}

absl::StatusOr<ExitCode> Show(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  RETURN_IF_ERROR(Print(session, to.orchestrator, arguments.Positional(0)));
  return kSuccess;
}

absl::StatusOr<ExitCode> Wait(const Session& session, const client::Connections& to,
                              const Job& started) {
  if (!session.json()) {
    session.out() << started.name() << "  (it goes on without widthctl; `pipeline cancel` stops it)"
                  << std::endl;
  }
  const std::unique_ptr<ProgressView> view = session.NewView();
  client::PipelineClient pipelines(to.orchestrator);
  ASSIGN_OR_RETURN(const Job run,
                   pipelines.Wait(started.name(), [&](const Job& job) { view->Show(job); }));
  view->Finish();
  const ExitCode code = session.ReportEnd(run);
  if (code != kSuccess || session.json()) return code;
  pipeline::v1::RunResult result;
  run.result().UnpackTo(&result);
  const std::string& artifact = result.artifacts().at("correlations");
  session.out() << "\n";
  RETURN_IF_ERROR(Print(session, to.orchestrator, artifact));
  session.out() << "correlations " << artifact << "\n";
  return kSuccess;
}

absl::StatusOr<ExitCode> Run(const Arguments& arguments, Session& session) {
  std::vector<std::string> models;
  for (size_t i = 0; i < arguments.positional_count(); ++i) {
    models.push_back(arguments.Positional(i));
  }
  ASSIGN_OR_RETURN(pipeline::v1::RunDiagnosticsRequest request,
                   BuildDiagnosticsRequest(models, arguments.Values("set")));
  request.set_request_id(arguments.Value("request-id"));
  request.set_validate_only(arguments.Has("dry-run"));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const Job run, client::PipelineClient(to.orchestrator).RunDiagnostics(request));
  if (arguments.Has("dry-run")) {
    if (session.json()) {
      session.PrintJson(run);
    } else {
      session.out() << StepTable(session.console(), run) << "nothing was started\n";
    }
    return kSuccess;
  }
  if (arguments.Has("wait")) return Wait(session, to, run);
  PrintJob(session, run);
  return kSuccess;
}

const std::vector<std::string>& FromArguments() {
  static const auto* const kFields = new std::vector<std::string>{"models", "correlate.models"};
  return *kFields;
}

std::string RunHelp(const Arguments&) {
  return absl::StrCat("fields (for --set)\n",
                      SpecHelp(*DiagnosticsTemplate::descriptor(), FromArguments()));
}

std::vector<Word> RunSettings(const Arguments&) {
  return SettingWords(*DiagnosticsTemplate::descriptor(), FromArguments());
}

Command RunVerb() {
  return {
      .group = "correlate",
      .verb = "run",
      .summary = "Correlate profiles with sensitivity, with the norm, and between models.",
      .description =
          "Every statistic of each profile against lambda, the ablation loss and the norm of the\n"
          "states, as they are and differenced over depth; of several models also at equal "
          "relative\n"
          "depth. state_factors and remove_norm_growth measure each profile again on scaled "
          "states\n"
          "first. Without --wait the run is started and its name printed.",
      .arguments = {{.name = "MODEL",
                     .help = "[NAME=]PROFILE[,SENSITIVITY], ids or their first digits",
                     .values = ArtifactValues("kind = PROFILE"),
                     .repeated = true}},
      .flags = {{.name = "set",
                 .value = "KEY=VALUE",
                 .help = "set one field, for instance remove_norm_growth=true",
                 .repeated = true,
                 .values = {.words = RunSettings}},
                {.name = "request-id",
                 .value = "ID",
                 .help = "a repeated id returns the run that it started"},
                {.name = "dry-run", .help = "show steps, what the cache holds and rough costs"},
                {.name = "wait", .help = "follow the run to its end and show the result"}},
      .examples =
          "  widthctl correlate run 3fa9c1e2,77ab01d4 --wait\n"
          "  widthctl correlate run small=3fa9c1e2,77ab01d4 large=1b2c44f0,90de5a61 \\\n"
          "    --set remove_norm_growth=true --dry-run\n",
      .more_help = RunHelp,
      .run = Run};
}

}  // namespace

std::vector<Command> CorrelateCommands() {
  return {RunVerb(),
          {.group = "correlate",
           .verb = "show",
           .summary = "Show correlations with their intervals.",
           .arguments = {{.name = "CORRELATIONS",
                          .help = "id of the artifact, or its first digits",
                          .values = ArtifactValues("kind = DIAGNOSTICS")}},
           .examples = "  widthctl correlate show 3fa9c1e2\n",
           .run = Show}};
}

}  // namespace widthlab::cli
