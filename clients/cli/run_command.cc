#include "clients/cli/run_command.h"

#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "clients/cli/format.h"
#include "clients/cli/input_file.h"
#include "clients/cli/job_commands.h"
#include "clients/cli/parse.h"
#include "clients/cli/run_request.h"
#include "clients/cli/spec_help.h"
#include "clients/cli/table.h"
#include "clients/cli/values.h"
#include "clients/cpp/pipeline_client.h"
#include "clients/cpp/text_files.h"
#include "clients/cpp/text_upload.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::cli {
namespace {

using job::v1::Job;
using pipeline::v1::RunPipelineRequest;
using pipeline::v1::StepStatus;

std::string CostText(const StepStatus& step) {
  if (step.cached()) return "cached";
  if (!step.has_estimate()) return "";
  std::string text = absl::StrCat("about ", FormatDuration(step.estimate().seconds()));
  if (step.estimate().peak_memory_bytes() > 0) {
    absl::StrAppend(&text, ", ", FormatBytes(step.estimate().peak_memory_bytes()), " of memory");
  }
  return text;
}

// The first few of many.
std::string AfterText(const StepStatus& step) {
  constexpr size_t kShown = 3;
  std::vector<std::string> names(step.depends_on().begin(), step.depends_on().end());
  const size_t more = names.size() > kShown + 1 ? names.size() - kShown : 0;
  names.resize(names.size() - more);
  return absl::StrCat(absl::StrJoin(names, " "),
                      more > 0 ? absl::StrCat(" and ", more, " more") : "");
}

void PrintDryRun(const Session& session, const Job& run) {
  if (session.json()) {
    session.PrintJson(run);
    return;
  }
  pipeline::v1::RunMetadata metadata;
  run.metadata().UnpackTo(&metadata);
  int cached = 0;
  double seconds = 0;
  for (const StepStatus& step : metadata.steps()) {
    cached += step.cached() ? 1 : 0;
    if (!step.cached()) seconds += step.estimate().seconds();
  }
  session.out() << StepTable(session.console(), run) << "\n"
                << metadata.steps_size() << " steps, " << cached << " in the cache; ";
  if (seconds > 0) session.out() << "about " << FormatDuration(seconds) << " of work; ";
  session.out() << "nothing was started\n";
}

void PrintResult(const Session& session, const Job& run) {
  pipeline::v1::RunResult result;
  run.result().UnpackTo(&result);
  session.out() << "\n"
                << run.name() << " is done; `widthctl pipeline show " << run.name().substr(5)
                << "` lists its artifacts\n";
  pipeline::v1::RunMetadata metadata;
  run.metadata().UnpackTo(&metadata);
  for (const StepStatus& step : metadata.steps()) {
    if (step.problem().empty()) continue;
    session.out() << step.id() << " was not made: " << step.problem() << "\n";
  }
  for (const StepStatus& step : metadata.steps()) {
    if (step.kind() != "report") continue;
    session.out() << step.id() << ": widthctl artifact get " << ShortId(step.artifact()) << "\n";
  }
}

absl::StatusOr<ExitCode> WaitForRun(const Session& session, client::PipelineClient& pipelines,
                                    const Job& started) {
  if (!session.json()) {
    session.out() << started.name() << "  (it goes on without widthctl; `pipeline cancel` stops it)"
                  << std::endl;
  }
  const std::unique_ptr<ProgressView> view = session.NewView();
  ASSIGN_OR_RETURN(const Job run,
                   pipelines.Wait(started.name(), [&](const Job& job) { view->Show(job); }));
  view->Finish();
  const ExitCode code = session.ReportEnd(run);
  if (code == kSuccess && !session.json()) PrintResult(session, run);
  return code;
}

absl::StatusOr<ExitCode> Run(const Arguments& arguments, Session& session) {
  std::string json;
  if (arguments.Has("file")) {
    ASSIGN_OR_RETURN(json, ReadInput("--file", arguments.Value("file")));
  }
  ASSIGN_OR_RETURN(RunPipelineRequest request,
                   BuildRunRequest(arguments.Positional(0), json, arguments.Values("set")));
  if (arguments.Has("text")) RETURN_IF_ERROR(SetText(request, ""));
  if (arguments.Has("model")) RETURN_IF_ERROR(AddModels(request, arguments.Values("model")));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  if (arguments.Has("text")) {
    ASSIGN_OR_RETURN(const std::string text,
                     ImportText(session, to.orchestrator, arguments.Values("text")));
    RETURN_IF_ERROR(SetText(request, text));
  }
  request.set_request_id(arguments.Value("request-id"));
  request.set_validate_only(arguments.Has("dry-run"));
  client::PipelineClient pipelines(to.orchestrator);
  ASSIGN_OR_RETURN(const Job run, pipelines.Run(request));
  if (arguments.Has("dry-run")) {
    PrintDryRun(session, run);
    return kSuccess;
  }
  if (arguments.Has("wait")) return WaitForRun(session, pipelines, run);
  PrintJob(session, run);
  if (!session.json()) {
    session.out() << "follow it: widthctl pipeline watch " << run.name().substr(5) << "\n";
  }
  return kSuccess;
}

// What a template fills in by itself.
std::vector<std::string> FilledIn(const std::string& name) {
  std::vector<std::string> fields = {"capture.model", "capture.text", "measure.activations",
                                     "geometry_guided.profile"};
  const std::vector<std::string> more =
      name == "profile_model"
          ? std::vector<std::string>{"sensitivity.model", "sensitivity.text", "diagnose.model",
                                     "diagnose.text", "geometry_guided.sensitivity"}
          : std::vector<std::string>{"train.text", "train.schedule", "train.seed",
                                     "train.architecture", "architecture.ffn_widths"};
  fields.insert(fields.end(), more.begin(), more.end());
  return fields;
}

std::vector<Word> TemplateSettings(const Arguments& given) {
  const google::protobuf::Descriptor* const type = TemplateType(given.Positional(0));
  return type == nullptr ? std::vector<Word>{} : SettingWords(*type, FilledIn(given.Positional(0)));
}

std::string TemplateHelp(const Arguments& given) {
  const google::protobuf::Descriptor* const type = TemplateType(given.Positional(0));
  if (type == nullptr) {
    return absl::StrCat("templates: ", absl::StrJoin(TemplateNames(), ", "),
                        "; their fields: widthctl pipeline run TEMPLATE --help\n");
  }
  return absl::StrCat("fields of ", given.Positional(0), " (for --set and --file)\n",
                      SpecHelp(*type, FilledIn(given.Positional(0))));
}

}  // namespace

absl::StatusOr<std::string> ImportText(const Session& session, const client::Connection& connection,
                                       const std::vector<std::string>& paths) {
  ASSIGN_OR_RETURN(const client::TextFiles text, client::FindTextFiles(paths));
  if (!text.passed_over.empty()) {
    session.console().err << "passed over " << text.passed_over.size()
                          << " files that are empty or not UTF-8 text, the first "
                          << text.passed_over.front() << std::endl;
  }
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, client::UploadText(connection, text));
  return artifact.id();
}

std::string StepTable(const Console& console, const Job& run) {
  pipeline::v1::RunMetadata metadata;
  run.metadata().UnpackTo(&metadata);
  const bool planned = run.name().empty();
  Table table({{"step"}, {"kind"}, {planned ? "cost" : "state"}, {"artifact"}, {"job"}, {"after"}});
  for (const StepStatus& step : metadata.steps()) {
    std::string state =
        absl::AsciiStrToLower(EnumName(*job::v1::JobState_descriptor(), step.state()));
    if (step.cached()) state += ", cached";
    table.AddRow({step.id(), step.kind(), planned ? CostText(step) : state,
                  ShortId(step.artifact()), step.job(), AfterText(step)});
  }
  return table.Render(console);
}

Command RunCommand() {
  return {
      .group = "pipeline",
      .verb = "run",
      .summary = "Start a run of a template, or of steps of your own.",
      .description =
          "Fields come from --file first, then from each --set in turn. Without --wait the run is\n"
          "started and its name printed.",
      .arguments = {{.name = "TEMPLATE",
                     .help = "geometry_guided, profile_model, or steps with --file",
                     .values = WordValues(TemplateNames())}},
      .flags = {{.name = "model",
                 .value = "MODEL",
                 .help = "for profile_model: an id, a path on the server, or org/name",
                 .repeated = true,
                 .values = FileValues()},
                {.name = "set",
                 .value = "KEY=VALUE",
                 .help = "set one field by its path, for instance train.steps=400",
                 .repeated = true,
                 .values = {.words = TemplateSettings}},
                {.name = "file",
                 .value = "SPEC.json",
                 .help = "fields as a JSON object; - reads standard input",
                 .values = FileValues()},
                {.name = "text",
                 .value = "PATH",
                 .help = "text file or folder on this machine to import and learn",
                 .repeated = true,
                 .values = FileValues()},
                {.name = "request-id",
                 .value = "ID",
                 .help = "a repeated id returns the run that it started"},
                {.name = "dry-run", .help = "show steps, what the cache holds and rough costs"},
                {.name = "wait", .help = "follow the run to its end"}},
      .examples =
          "  widthctl pipeline run geometry_guided --text corpus/ --wait\n"
          "  widthctl pipeline run profile_model --model ~/models/llama --text corpus/ --wait\n"
          "  widthctl pipeline run geometry_guided --text corpus/ --set train.steps=400 \\\n"
          "    --set architecture.layers=8 --set seeds=1,2,3,4,5 --dry-run\n",
      .more_help = TemplateHelp,
      .run = Run,
  };
}

}  // namespace widthlab::cli
