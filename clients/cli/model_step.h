// Verbs that start a job on a model and a text, follow it, and show what it made.
//
//   const ModelStep<DiagnoseRequest> step = {client::Diagnose, PrintDiagnostics, "diagnostics"};
//   return RunModelStep(arguments, session, step);
#ifndef WIDTHLAB_CLIENTS_CLI_MODEL_STEP_H_
#define WIDTHLAB_CLIENTS_CLI_MODEL_STEP_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/command.h"
#include "clients/cli/job_commands.h"
#include "clients/cli/run_command.h"
#include "clients/cli/run_request.h"
#include "clients/cli/session.h"
#include "common/status/macros.h"
#include "google/protobuf/descriptor.h"

namespace widthlab::cli {

// Shows the artifact of this name.
using PrintResult = absl::Status (*)(const Session& session, const client::Connection& connection,
                                     const std::string& name);

template <typename Request>
struct ModelStep {
  absl::StatusOr<job::v1::Job> (*submit)(const client::Connection& capture, Request request);
  PrintResult print;
  // What its result is called.
  std::string result;
};

// MODEL, --text, --set, --request-id, --dry-run, --wait; `fields` are those of the spec.
std::vector<ArgumentSpec> ModelStepArguments();
std::vector<FlagSpec> ModelStepFlags(const google::protobuf::Descriptor& fields,
                                     const std::string& setting);
std::string ModelStepHelp(const google::protobuf::Descriptor& fields);

void PrintDryRun(const Session& session, const job::v1::Job& job);

// Follows a job to its end and shows its result.
absl::StatusOr<ExitCode> WaitForResult(const Session& session, const client::Connections& to,
                                       const job::v1::Job& started, PrintResult print,
                                       const std::string& result);

template <typename Request>
absl::StatusOr<ExitCode> RunModelStep(const Arguments& arguments, Session& session,
                                      const ModelStep<Request>& step) {
  Request request;
  request.mutable_spec()->set_model(arguments.Positional(0));
  RETURN_IF_ERROR(ApplySettings(arguments.Values("set"), *request.mutable_spec()));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  if (arguments.Has("text")) {
    ASSIGN_OR_RETURN(*request.mutable_spec()->mutable_text(),
                     ImportText(session, to.orchestrator, arguments.Values("text")));
  }
  request.set_request_id(arguments.Value("request-id"));
  request.set_validate_only(arguments.Has("dry-run"));
  ASSIGN_OR_RETURN(const job::v1::Job job, step.submit(to.capture, request));
  if (arguments.Has("dry-run")) {
    PrintDryRun(session, job);
    return kSuccess;
  }
  if (arguments.Has("wait")) return WaitForResult(session, to, job, step.print, step.result);
  PrintJob(session, job);
  return kSuccess;
}

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_MODEL_STEP_H_
