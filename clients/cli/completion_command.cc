#include "clients/cli/completion_command.h"

#include <memory>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "clients/cli/complete.h"
#include "clients/cli/completion_scripts.h"
#include "clients/cli/format.h"
#include "clients/cli/parse.h"
#include "clients/cli/session.h"
#include "clients/cli/suggest.h"
#include "clients/cli/values.h"
#include "clients/cpp/call.h"
#include "common/status/macros.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"
#include "widthlab/job/v1/job_service.grpc.pb.h"

namespace widthlab::cli {
namespace {

using artifact::v1::ArtifactService;
using job::v1::JobService;

// As long as one waits for a tab.
constexpr client::CallOptions kPatience = {.timeout = absl::Milliseconds(500),
                                           .repeat = client::Repeat::kForbidden};
constexpr int kMostIds = 100;

const std::vector<std::string>& Shells() {
  static const auto* const kShells = new std::vector<std::string>{"bash", "zsh", "fish"};
  return *kShells;
}

absl::StatusOr<ExitCode> PrintScript(const Arguments& arguments, Session& session) {
  const std::string shell = arguments.Positional(0);
  if (shell == "bash") {
    session.out() << BashCompletion();
  } else if (shell == "zsh") {
    session.out() << ZshCompletion();
  } else if (shell == "fish") {
    session.out() << FishCompletion();
  } else {
    return UsageError("SHELL", absl::StrCat("there is no completion for '", shell, "'",
                                            DidYouMean(shell, Shells())));
  }
  return kSuccess;
}

std::vector<Word> ArtifactWords(const client::Connection& connection, const std::string& filter,
                                const std::string& begun) {
  artifact::v1::ListArtifactsRequest request;
  request.set_page_size(kMostIds);
  request.set_filter(filter);
  const std::unique_ptr<ArtifactService::Stub> stub = ArtifactService::NewStub(connection.channel);
  const auto response = client::Call<artifact::v1::ListArtifactsResponse>(
      connection, *stub, &ArtifactService::Stub::ListArtifacts, request, kPatience);
  std::vector<Word> words;
  if (!response.ok()) return words;
  for (const artifact::v1::Artifact& artifact : response->artifacts()) {
    const std::string id = ShortId(artifact.id());
    std::string help =
        absl::StrCat(absl::AsciiStrToLower(EnumName(*artifact::v1::ArtifactKind_descriptor(),
                                                    artifact.manifest().kind())),
                     ", ", FormatTime(artifact.create_time()));
    words.push_back({begun.size() > id.size() ? artifact.id() : id, std::move(help)});
  }
  return words;
}

std::vector<Word> JobWords(const client::Connection& connection, const std::string& filter,
                           const std::string& begun) {
  job::v1::ListJobsRequest request;
  request.set_page_size(kMostIds);
  request.set_filter(filter);
  const std::unique_ptr<JobService::Stub> stub = JobService::NewStub(connection.channel);
  const auto response = client::Call<job::v1::ListJobsResponse>(
      connection, *stub, &JobService::Stub::ListJobs, request, kPatience);
  std::vector<Word> words;
  if (!response.ok()) return words;
  constexpr std::string_view kFront = "jobs/";
  const bool whole = begun.compare(0, kFront.size(), kFront) == 0;
  for (const job::v1::Job& job : response->jobs()) {
    const std::string state =
        absl::AsciiStrToLower(EnumName(*job::v1::JobState_descriptor(), job.state()));
    words.push_back({whole ? job.name() : job.name().substr(kFront.size()),
                     absl::StrCat(job.kind(), ", ", state)});
  }
  return words;
}

}  // namespace

Command CompletionCommand() {
  return {
      .verb = "completion",
      .summary = "Print what makes a shell complete widthctl's verbs, flags and ids.",
      .description =
          "Verbs, flags and names come from widthctl itself, ids from the server where it "
          "answers\nat once.",
      .arguments = {{.name = "SHELL", .help = "bash, zsh or fish", .values = WordValues(Shells())}},
      .examples =
          "  source <(widthctl completion bash)\n"
          "  widthctl completion zsh > ~/.zfunc/_widthctl\n"
          "  widthctl completion fish > ~/.config/fish/completions/widthctl.fish\n",
      .run = PrintScript};
}

Command CompleteCommand(const std::vector<Command>& (*commands)()) {
  const auto run = [commands](const Arguments& arguments,
                              Session& session) -> absl::StatusOr<ExitCode> {
    std::vector<std::string> words;
    for (size_t i = 0; i < arguments.positional_count(); ++i) {
      words.push_back(arguments.Positional(i));
    }
    const LookUp look_up = [&session](const Values& values, const std::string& begun,
                                      const Arguments& given) {
      const auto to = session.ConnectTo(ServerAddress(given.Value("server")));
      if (!to.ok()) return std::vector<Word>{};
      return values.source == Values::kJobs ? JobWords(to->orchestrator, values.filter, begun)
                                            : ArtifactWords(to->orchestrator, values.filter, begun);
    };
    const cli::Completion completion = Complete(commands(), words, look_up);
    for (const Word& word : completion.words) {
      session.out() << word.text << '\t' << word.help << '\n';
    }
    if (completion.files) session.out() << ":files\n";
    return kSuccess;
  };
  return {.verb = "complete",
          .summary = "What may stand for the last word of a command line.",
          .arguments = {{.name = "WORD",
                         .help = "the line behind the program's name",
                         .required = false,
                         .repeated = true}},
          .examples = "  widthctl complete -- schedule build --family c\n",
          .run = run,
          .hidden = true};
}

}  // namespace widthlab::cli
