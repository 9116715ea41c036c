#include "clients/cli/artifact_commands.h"

#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/format.h"
#include "clients/cli/job_commands.h"
#include "clients/cli/listing.h"
#include "clients/cli/parse.h"
#include "clients/cli/session.h"
#include "clients/cli/table.h"
#include "clients/cli/values.h"
#include "clients/cpp/artifact_client.h"
#include "clients/cpp/pipeline_client.h"
#include "clients/cpp/watch.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using artifact::v1::Artifact;
using job::v1::Job;

absl::StatusOr<ExitCode> List(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const int limit, LimitOf(arguments));
  std::string filter = arguments.Value("filter");
  if (arguments.Has("kind")) {
    AddCondition("kind = " + absl::AsciiStrToUpper(arguments.Value("kind")), filter);
  }
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  client::ArtifactClient artifacts(to.orchestrator);
  Table table({{"artifact"}, {"kind"}, {"size", Table::kRight}, {"made"}});
  RETURN_IF_ERROR(EachPage(limit, [&](int size, std::string& token) -> absl::StatusOr<int> {
    artifact::v1::ListArtifactsRequest request;
    request.set_page_size(size);
    request.set_page_token(token);
    request.set_filter(filter);
    ASSIGN_OR_RETURN(const artifact::v1::ListArtifactsResponse response, artifacts.List(request));
    for (const Artifact& artifact : response.artifacts()) {
      if (session.json()) session.PrintJson(artifact);
      int64_t bytes = 0;
      for (const auto& file : artifact.manifest().files()) bytes += file.size_bytes();
      table.AddRow({ShortId(artifact.id()), KindWord(artifact.manifest().kind()),
                    FormatBytes(bytes), FormatTime(artifact.create_time())});
    }
    token = response.next_page_token();
    return response.artifacts_size();
  }));
  if (session.json()) return kSuccess;
  session.out() << (table.empty() ? "no artifacts\n" : table.Render(session.console()));
  return kSuccess;
}

absl::StatusOr<ExitCode> Show(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const Artifact artifact,
                   client::ArtifactClient(to.orchestrator).Get(arguments.Positional(0)));
  if (session.json()) {
    session.PrintJson(artifact);
  } else {
    session.out() << ArtifactText(session.console(), artifact);
  }
  return kSuccess;
}

absl::StatusOr<artifact::v1::GetLineageRequest> LineageRequest(const Arguments& arguments) {
  artifact::v1::GetLineageRequest request;
  request.set_name(arguments.Positional(0));
  const std::string direction = arguments.Value("direction", "ancestors");
  artifact::v1::LineageDirection value;
  if (!artifact::v1::LineageDirection_Parse("LINEAGE_DIRECTION_" + absl::AsciiStrToUpper(direction),
                                            &value)) {
    return UsageError("--direction", absl::StrCat("'--direction ", direction,
                                                  "' must be ancestors, descendants or both"));
  }
  request.set_direction(value);
  int depth = 0;
  if (arguments.Has("depth") &&
      (!absl::SimpleAtoi(arguments.Value("depth"), &depth) || depth < 0)) {
    return UsageError("--depth", absl::StrCat("'--depth ", arguments.Value("depth"),
                                              "' must be a whole number, at least 0"));
  }
  request.set_depth(depth);
  return request;
}

absl::StatusOr<ExitCode> Lineage(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const artifact::v1::GetLineageRequest request, LineageRequest(arguments));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const artifact::v1::Lineage lineage,
                   client::ArtifactClient(to.orchestrator).GetLineage(request));
  if (session.json()) {
    session.PrintJson(lineage);
    return kSuccess;
  }
  const bool up = request.direction() != artifact::v1::LINEAGE_DIRECTION_DESCENDANTS;
  const bool down = request.direction() == artifact::v1::LINEAGE_DIRECTION_DESCENDANTS ||
                    request.direction() == artifact::v1::LINEAGE_DIRECTION_BOTH;
  const Console& console = session.console();
  if (up && down) session.out() << console.Bold("made from") << "\n";
  if (up) session.out() << LineageText(console, lineage, /*descendants=*/false);
  if (up && down) session.out() << "\n" << console.Bold("used by") << "\n";
  if (down) session.out() << LineageText(console, lineage, /*descendants=*/true);
  return kSuccess;
}

absl::StatusOr<ExitCode> Verify(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const artifact::v1::Verification verification,
                   client::ArtifactClient(to.orchestrator).Verify(arguments.Positional(0)));
  if (session.json()) {
    session.PrintJson(verification);
  } else if (verification.ok()) {
    session.out() << verification.id() << " is whole\n";
  } else {
    session.out() << verification.id() << " is damaged\n";
    for (const std::string& problem : verification.problems()) {
      session.out() << "  " << problem << "\n";
    }
  }
  return verification.ok() ? kSuccess : kFailure;
}

void PrintReproduction(const Session& session, const pipeline::v1::Reproduction& made) {
  session.out() << ShortId(made.artifact())
                << (made.equal() ? " was made again: every byte is equal"
                                 : " was made again: bytes differ")
                << (made.device_class_note().empty() ? "" : " (" + made.device_class_note() + ")")
                << "\n";
  for (const pipeline::v1::FileReproduction& file : made.files()) {
    if (file.equal()) continue;
    session.out() << "  " << file.name() << ": " << ShortId(file.digest()) << " is now "
                  << ShortId(file.new_digest()) << ", largest difference "
                  << file.largest_difference() << "\n";
  }
}

absl::StatusOr<ExitCode> Reproduce(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  client::PipelineClient pipelines(to.orchestrator);
  pipeline::v1::ReproduceArtifactRequest request;
  request.set_name(arguments.Positional(0));
  ASSIGN_OR_RETURN(const Job started, pipelines.Reproduce(request));
  if (!arguments.Has("wait")) {
    PrintJob(session, started);
    if (!session.json()) {
      session.out() << "follow it: widthctl job watch " << started.name().substr(5) << "\n";
    }
    return kSuccess;
  }
  const std::unique_ptr<ProgressView> view = session.NewView();
  ASSIGN_OR_RETURN(const Job job,
                   pipelines.Wait(started.name(), [&](const Job& now) { view->Show(now); }));
  view->Finish();
  const ExitCode code = session.ReportEnd(job);
  pipeline::v1::Reproduction made;
  if (code != kSuccess || !job.result().UnpackTo(&made)) return code;
  if (!session.json()) PrintReproduction(session, made);
  return made.equal() ? kSuccess : kFailure;
}

}  // namespace

ArgumentSpec ArtifactArgument() {
  return {.name = "ARTIFACT",
          .help = "its id, or the first digits of it (at least 4)",
          .values = ArtifactValues()};
}

std::vector<Command> ArtifactCommands() {
  return {
      {.group = "artifact",
       .verb = "list",
       .summary = "Show artifacts, newest first.",
       .flags = {{.name = "kind",
                  .value = "KIND",
                  .help = "only one kind: text, activations, profile, schedule, training_run, "
                          "comparison, report, ...",
                  .values = EnumValues(*artifact::v1::ArtifactKind_descriptor())},
                 {.name = "filter",
                  .value = "FILTER",
                  .help = "conditions joined by AND: 'labels.name = \"demo\" AND create_time > "
                          "\"2026-01-01\"'"},
                 LimitFlag()},
       .examples = "  widthctl artifact list --kind schedule --limit 10\n"
                   "  widthctl artifact list --json | jq -r .id\n",
       .run = List},
      {.group = "artifact",
       .verb = "show",
       .summary = "Show what an artifact is: files, inputs, the spec that made it.",
       .arguments = {ArtifactArgument()},
       .examples = "  widthctl artifact show 3fa9c1e2\n",
       .run = Show},
      {.group = "artifact",
       .verb = "lineage",
       .summary = "Show what an artifact was made from, or what was made of it.",
       .arguments = {ArtifactArgument()},
       .flags = {{.name = "direction",
                  .value = "WHICH",
                  .help = "ancestors (when left out), descendants or both",
                  .values = WordValues({"ancestors", "descendants", "both"})},
                 {.name = "depth", .value = "N", .help = "steps to follow; 0, or left out: all"}},
       .examples = "  widthctl artifact lineage 3fa9c1e2\n"
                   "  widthctl artifact lineage 3fa9c1e2 --direction descendants --depth 1\n",
       .run = Lineage},
      GetCommand(),
      {.group = "artifact",
       .verb = "verify",
       .summary = "Read every byte of an artifact again; exit code 1 where it is damaged.",
       .arguments = {ArtifactArgument()},
       .examples = "  widthctl artifact verify 3fa9c1e2\n",
       .run = Verify},
      {.group = "artifact",
       .verb = "reproduce",
       .summary = "Make an artifact again without the cache, and compare the bytes.",
       .description = "With --wait the exit code is 1 where bytes differ.",
       .arguments = {ArtifactArgument()},
       .flags = {{.name = "wait", .help = "follow it to its end and say what came out"}},
       .examples = "  widthctl artifact reproduce 3fa9c1e2 --wait\n",
       .run = Reproduce},
  };
}

}  // namespace widthlab::cli
