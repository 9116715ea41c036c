#include "clients/cli/model_step.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "clients/cli/format.h"
#include "clients/cli/spec_help.h"
#include "clients/cli/values.h"
#include "clients/cpp/job_client.h"

namespace widthlab::cli {

std::vector<ArgumentSpec> ModelStepArguments() {
  return {{.name = "MODEL",
           .help = "id of a training run or model, path on the server, or org/name",
           .values = FileValues()}};
}

std::vector<FlagSpec> ModelStepFlags(const google::protobuf::Descriptor& fields,
                                     const std::string& setting) {
  const auto settings = [&fields](const Arguments&) { return SettingWords(fields, {"model"}); };
  return {{.name = "text",
           .value = "PATH",
           .help = "text file or folder on this machine to import and read; --set text=ID "
                   "names one that the server has",
           .repeated = true,
           .values = FileValues()},
          {.name = "set",
           .value = "KEY=VALUE",
           .help = absl::StrCat("set one field, for instance ", setting),
           .repeated = true,
           .values = {.words = settings}},
          {.name = "request-id",
           .value = "ID",
           .help = "a repeated id returns the job that it started"},
          {.name = "dry-run", .help = "check, and show what the cache holds and a rough cost"},
          {.name = "wait", .help = "follow the job to its end and show the result"}};
}

std::string ModelStepHelp(const google::protobuf::Descriptor& fields) {
  return absl::StrCat("fields (for --set)\n", SpecHelp(fields, {"model"}));
}

void PrintDryRun(const Session& session, const job::v1::Job& job) {
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

absl::StatusOr<ExitCode> WaitForResult(const Session& session, const client::Connections& to,
                                       const job::v1::Job& started, PrintResult print,
                                       const std::string& result) {
  if (!session.json()) {
    session.out() << started.name() << "  (it goes on without widthctl; `job cancel` stops it)"
                  << std::endl;
  }
  const std::unique_ptr<ProgressView> view = session.NewView();
  client::JobClient jobs(to.orchestrator);
  ASSIGN_OR_RETURN(const job::v1::Job job,
                   jobs.Wait(started.name(), [&](const job::v1::Job& now) { view->Show(now); }));
  view->Finish();
  const ExitCode code = session.ReportEnd(job);
  if (code != kSuccess || session.json()) return code;
  job::v1::StepResult made;
  job.result().UnpackTo(&made);
  session.out() << "\n";
  RETURN_IF_ERROR(print(session, to.orchestrator, made.artifact()));
  session.out() << result << " " << made.artifact()
                << (made.cached() ? ", found in the cache\n" : "\n");
  return kSuccess;
}

}  // namespace widthlab::cli
