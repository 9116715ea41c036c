#include "clients/cli/schedule_commands.h"

#include "absl/strings/str_cat.h"
#include "clients/cli/artifact_commands.h"
#include "clients/cli/build_command.h"
#include "clients/cli/compare_commands.h"
#include "clients/cli/exchange_commands.h"
#include "clients/cli/fit_command.h"
#include "clients/cli/schedule_text.h"
#include "clients/cli/session.h"
#include "clients/cli/solve_command.h"
#include "clients/cli/values.h"
#include "clients/cpp/artifact_client.h"
#include "clients/cpp/download.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using artifact::v1::Artifact;
using schedule::v1::Schedule;

absl::StatusOr<Schedule> Fetch(const client::Connection& connection, const std::string& name) {
  ASSIGN_OR_RETURN(const Artifact artifact, client::ArtifactClient(connection).Get(name));
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    if (artifact.manifest().kind() != artifact::v1::ARTIFACT_KIND_SCHEDULE ||
        file.name() != "schedule.json") {
      continue;
    }
    ASSIGN_OR_RETURN(const std::string json, client::ReadFile(connection, file));
    Schedule schedule;
    RETURN_IF_ERROR(WithContext(spec::ParseJson(json, schedule), "schedule.json"));
    return schedule;
  }
  return InvalidField("SCHEDULE", absl::StrCat("a ", KindWord(artifact.manifest().kind())),
                      "the id of a schedule; `widthctl artifact list --kind schedule` has them");
}

absl::StatusOr<ExitCode> Show(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const Schedule schedule, Fetch(to.orchestrator, arguments.Positional(0)));
  if (session.json()) {
    session.PrintJson(schedule);
  } else {
    session.out() << ScheduleText(session.console(), schedule);
    if (arguments.Has("explain")) session.out() << "\n" << ExplanationText(schedule);
  }
  return kSuccess;
}

}  // namespace

std::vector<Command> ScheduleCommands() {
  return {{.group = "schedule",
           .verb = "show",
           .summary = "Show the width of every layer and what decided it.",
           .arguments = {{.name = "SCHEDULE",
                          .help = "id of a schedule, or its first digits",
                          .values = ArtifactValues("kind = SCHEDULE")}},
           .flags = {{.name = "explain", .help = "a sentence for each layer that says why"}},
           .examples = "  widthctl schedule show 3fa9c1e2 --explain\n",
           .run = Show},
          BuildCommand(),
          FamiliesCommand(),
          SolveCommand(),
          CountCommand(),
          CompareCommand(),
          RenderCommand(),
          FitCommand(),
          ExportCommand(),
          ImportCommand()};
}

}  // namespace widthlab::cli
