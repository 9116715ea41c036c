#include "common/job/child_process_launcher.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "common/job/child_process.h"
#include "common/job/job_name.h"
#include "common/job/worker_protocol.h"
#include "common/log/log.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::job {
namespace {

constexpr absl::Duration kBetweenLooks = absl::Milliseconds(50);
// After SIGTERM; the whole of a cancel is to take under a second.
constexpr absl::Duration kPatience = absl::Milliseconds(400);

absl::Status WriteSpecFile(const std::string& path, const StepLaunch& launch) {
  std::ofstream file(path, std::ios::binary);
  file << EncodeWorkerRequest({.kind = launch.step.kind,
                               .spec_json = launch.prepared.identity.spec_json,
                               .ignore_cache = launch.options.ignore_cache,
                               .scratch = launch.options.scratch});
  file.close();
  if (file) return absl::OkStatus();
  return MakeError(absl::StatusCode::kUnavailable, {.reason = "CANNOT_START", .field = path},
                   absl::StrCat("cannot write ", path, "; is its disk full?"));
}

// What came out of one worker.
class Conversation {
 public:
  explicit Conversation(ProgressSink& progress) : progress_(progress) {}

  void OnOutput(const std::string& line) {
    const absl::StatusOr<WorkerLine> decoded = DecodeWorkerLine(line);
    if (!decoded.ok()) {
      // Libraries print what they like.
      log::Debug("worker output", {{"line", line}});
    } else if (const auto* report = std::get_if<ProgressReport>(&*decoded)) {
      progress_.Report(*report);
    } else if (const auto* event = std::get_if<WorkerEvent>(&*decoded)) {
      progress_.Publish(event->event);
    } else if (const auto* result = std::get_if<v1::StepResult>(&*decoded)) {
      outcome_ = *result;
    } else if (const auto* status = std::get_if<absl::Status>(&*decoded)) {
      outcome_ = *status;
    }
  }

  void OnError(const std::string& line) {
    log::Info("worker", {{"line", line}});
    if (!line.empty()) last_words_ = line;
  }

  absl::StatusOr<v1::StepResult> Outcome(const std::string& kind, const std::string& exit) const {
    if (outcome_.has_value()) return *outcome_;
    return MakeError(
        absl::StatusCode::kInternal, {.reason = "WORKER_DIED"},
        absl::StrCat("the worker of ", kind, " ended with ", exit.empty() ? "no result" : exit,
                     last_words_.empty() ? "" : absl::StrCat("; its last words: ", last_words_)));
  }

 private:
  ProgressSink& progress_;
  std::optional<absl::StatusOr<v1::StepResult>> outcome_;
  std::string last_words_;
};

// Listens until the worker has ended; a cancelled one is first asked to end, then made to.
void Follow(ChildProcess& child, Conversation& conversation, const CancelToken& cancel) {
  std::optional<absl::Time> asked;
  while (child.Poll(
      kBetweenLooks, [&](const std::string& line) { conversation.OnOutput(line); },
      [&](const std::string& line) { conversation.OnError(line); })) {
    if (!cancel.IsCancelled()) continue;
    if (!asked.has_value()) {
      asked = absl::Now();
      child.Kill(SIGTERM);
    } else if (absl::Now() - *asked > kPatience) {
      child.Kill(SIGKILL);
    }
  }
}

}  // namespace

absl::StatusOr<v1::StepResult> ChildProcessLauncher::Run(const StepLaunch& launch,
                                                         ProgressSink& progress,
                                                         const CancelToken& cancel) {
  RETURN_IF_ERROR(cancel.Check());
  const std::string spec_file = absl::StrCat(options_.folder, "/", NewJobId(), ".json");
  const auto remove = absl::MakeCleanup([&spec_file] { std::remove(spec_file.c_str()); });
  RETURN_IF_ERROR(WriteSpecFile(spec_file, launch));

  std::vector<std::string> arguments = {options_.binary, "worker", "--spec", spec_file};
  arguments.insert(arguments.end(), options_.arguments.begin(), options_.arguments.end());
  ASSIGN_OR_RETURN(const std::unique_ptr<ChildProcess> child, ChildProcess::Start(arguments));
  Conversation conversation(progress);
  Follow(*child, conversation, cancel);
  const std::string exit = child->Wait();
  RETURN_IF_ERROR(cancel.Check());
  return conversation.Outcome(launch.step.kind, exit);
}

}  // namespace widthlab::job
