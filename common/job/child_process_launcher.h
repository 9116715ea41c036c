// Runs each step in a process of its own, so that a crash or a leak takes no server with it: the
// same binary, called as `NAME worker --spec FILE ...`.
#ifndef WIDTHLAB_COMMON_JOB_CHILD_PROCESS_LAUNCHER_H_
#define WIDTHLAB_COMMON_JOB_CHILD_PROCESS_LAUNCHER_H_

#include <string>
#include <utility>
#include <vector>

#include "common/job/launcher.h"

namespace widthlab::job {

struct ChildProcessOptions {
  // Path of the binary; "/proc/self/exe" is the running one.
  std::string binary = "/proc/self/exe";
  // What the worker needs beside the spec, for instance {"--orchestrator", "127.0.0.1:7070"}.
  std::vector<std::string> arguments = {};
  // Folder for the spec files, which are removed when the step ends.
  std::string folder = {};
};

class ChildProcessLauncher final : public Launcher {
 public:
  explicit ChildProcessLauncher(ChildProcessOptions options) : options_(std::move(options)) {}

  // INTERNAL WORKER_DIED says how a worker ended and what it said last.
  absl::StatusOr<v1::StepResult> Run(const StepLaunch& launch, ProgressSink& progress,
                                     const CancelToken& cancel) override;

 private:
  const ChildProcessOptions options_;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_CHILD_PROCESS_LAUNCHER_H_
