#include "clients/cli/widthctl.h"

#include <algorithm>
#include <utility>

#include "clients/cli/artifact_commands.h"
#include "clients/cli/capture_commands.h"
#include "clients/cli/completion_command.h"
#include "clients/cli/correlate_commands.h"
#include "clients/cli/demo/demo_command.h"
#include "clients/cli/diagnose_commands.h"
#include "clients/cli/figure_commands.h"
#include "clients/cli/health_command.h"
#include "clients/cli/help.h"
#include "clients/cli/import_commands.h"
#include "clients/cli/job_commands.h"
#include "clients/cli/model_commands.h"
#include "clients/cli/parse.h"
#include "clients/cli/pipeline_commands.h"
#include "clients/cli/schedule_commands.h"
#include "clients/cli/sensitivity_commands.h"
#include "clients/cli/tokenize_command.h"
#include "common/rpc/version.h"

namespace widthlab::cli {
namespace {

// Asked before the line was understood, so that errors about it come out as wanted.
bool WantsJson(const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::find(words.begin(), end, "--json") != end;
}

std::string HelpText(const Invocation& invocation) {
  if (invocation.command != nullptr) return CommandHelp(*invocation.command, invocation.arguments);
  if (!invocation.group.empty()) return GroupHelp(AllCommands(), invocation.group);
  return OverviewHelp(AllCommands());
}

}  // namespace

const std::vector<Command>& AllCommands() {
  static const auto* const kCommands = [] {
    auto* commands = new std::vector<Command>;
    for (const std::vector<Command>& group : {PipelineCommands(),
                                              ArtifactCommands(),
                                              ScheduleCommands(),
                                              JobCommands(),
                                              ModelCommands(),
                                              {TokenizeCommand()},
                                              CaptureCommands(),
                                              SensitivityCommands(),
                                              CorrelateCommands(),
                                              DiagnoseCommands(),
                                              ImportCommands(),
                                              FigureCommands()}) {
      commands->insert(commands->end(), group.begin(), group.end());
    }
    commands->push_back(HealthCommand());
    commands->push_back(CompletionCommand());
    commands->push_back(CompleteCommand(AllCommands));
    commands->push_back(DemoCommand());
    return commands;
  }();
  return *kCommands;
}

int RunWidthctl(const std::vector<std::string>& words, const Console& console, Connector connect) {
  if (words == std::vector<std::string>{"--version"}) {
    console.out << "widthctl " << rpc::kVersion << std::endl;
    return kSuccess;
  }
  const bool json = WantsJson(words);
  const absl::StatusOr<Invocation> invocation = Parse(AllCommands(), words);
  absl::Status error = invocation.status();
  if (invocation.ok()) {
    if (invocation->help) {
      console.out << HelpText(*invocation);
      return kSuccess;
    }
    const Arguments& arguments = invocation->arguments;
    const Console coloured = console.WithColour(arguments.Value("color"));
    Session session(coloured, json, ServerAddress(arguments.Value("server")), std::move(connect));
    const absl::StatusOr<ExitCode> code = invocation->command->run(arguments, session);
    if (code.ok()) return *code;
    error = code.status();
  }
  PrintError(console, json, error);
  const ExitCode code = ExitCodeOf(error);
  if (code == kUsage && !json) {
    console.err << "`widthctl " << (invocation.ok() ? invocation->command->name() + " " : "")
                << "--help` tells more" << std::endl;
  }
  return code;
}

}  // namespace widthlab::cli
