#include "clients/cli/sensitivity_commands.h"

#include <string>

#include "clients/cli/model_step.h"
#include "clients/cli/sensitivity_text.h"
#include "clients/cli/session.h"
#include "clients/cli/values.h"
#include "clients/cpp/artifact_client.h"
#include "clients/cpp/sensitivity_client.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using capture::v1::MeasureSensitivityRequest;
using capture::v1::Sensitivity;
using capture::v1::SensitivitySpec;

absl::Status Print(const Session& session, const client::Connection& connection,
                   const std::string& name) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact,
                   client::ArtifactClient(connection).Get(name));
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

absl::StatusOr<ExitCode> Measure(const Arguments& arguments, Session& session) {
  const ModelStep<MeasureSensitivityRequest> step = {client::MeasureSensitivity, Print,
                                                     "sensitivity"};
  return RunModelStep(arguments, session, step);
}

}  // namespace

std::vector<Command> SensitivityCommands() {
  const google::protobuf::Descriptor& fields = *SensitivitySpec::descriptor();
  return {
      {.group = "sensitivity",
       .verb = "measure",
       .summary = "Measure what each layer is worth to the loss of a model.",
       .description =
           "Adds noise of either sign to the update of one FFN at a time, and leaves it out: how\n"
           "much the next-token loss rises. Without --wait the job is started and its name "
           "printed.",
       .arguments = ModelStepArguments(),
       .flags = ModelStepFlags(fields, "draws=4"),
       .examples = "  widthctl sensitivity measure 3fa9c1e2 --text corpus/ --wait\n"
                   "  widthctl sensitivity measure ~/models/SmolLM2-135M --text corpus/ \\\n"
                   "    --set sequences=16 --set batches=16 --dry-run\n",
       .more_help = [&fields](const Arguments&) { return ModelStepHelp(fields); },
       .run = Measure},
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
