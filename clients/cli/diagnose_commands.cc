#include "clients/cli/diagnose_commands.h"

#include <string>

#include "clients/cli/diagnostics_text.h"
#include "clients/cli/model_step.h"
#include "clients/cli/session.h"
#include "clients/cli/values.h"
#include "clients/cpp/artifact_client.h"
#include "clients/cpp/diagnostics_client.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using capture::v1::DiagnoseRequest;
using capture::v1::DiagnoseSpec;
using capture::v1::Diagnostics;

absl::Status Print(const Session& session, const client::Connection& connection,
                   const std::string& name) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact,
                   client::ArtifactClient(connection).Get(name));
  ASSIGN_OR_RETURN(const Diagnostics diagnostics, client::ReadDiagnostics(connection, artifact));
  if (session.json()) {
    session.PrintJson(diagnostics);
  } else {
    session.out() << DiagnosticsText(session.console(), diagnostics);
  }
  return absl::OkStatus();
}

absl::StatusOr<ExitCode> Show(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  RETURN_IF_ERROR(Print(session, to.orchestrator, arguments.Positional(0)));
  return kSuccess;
}

absl::StatusOr<ExitCode> Run(const Arguments& arguments, Session& session) {
  const ModelStep<DiagnoseRequest> step = {client::Diagnose, Print, "diagnostics"};
  return RunModelStep(arguments, session, step);
}

}  // namespace

std::vector<Command> DiagnoseCommands() {
  const google::protobuf::Descriptor& fields = *DiagnoseSpec::descriptor();
  return {
      {.group = "diagnose",
       .verb = "run",
       .summary = "Find out whether a profile of a model may be trusted.",
       .description =
           "The loss with the states of one layer at a time scaled, noise on all layers against "
           "the\n"
           "sum of one at a time, and what the residual stream looks like: norms, spectrum, logit\n"
           "lens. Without --wait the job is started and its name printed.",
       .arguments = ModelStepArguments(),
       .flags = ModelStepFlags(fields, "factors=0.25,4"),
       .examples = "  widthctl diagnose run 3fa9c1e2 --text corpus/ --wait\n"
                   "  widthctl diagnose run ~/models/SmolLM2-135M --text corpus/ \\\n"
                   "    --set analyses=residual_stream --dry-run\n",
       .more_help = [&fields](const Arguments&) { return ModelStepHelp(fields); },
       .run = Run},
      {.group = "diagnose",
       .verb = "show",
       .summary = "Show diagnostics, layer by layer.",
       .arguments = {{.name = "DIAGNOSTICS",
                      .help = "id of diagnostics, or its first digits",
                      .values = ArtifactValues("kind = DIAGNOSTICS")}},
       .examples = "  widthctl diagnose show 3fa9c1e2\n",
       .run = Show}};
}

}  // namespace widthlab::cli
