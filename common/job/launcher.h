// Where a step runs: in this process, in a child process, on a cluster.
//
//   InProcessLauncher launcher(store, pool);
//   launcher.Run({.step = *step, .prepared = prepared}, progress, cancel);
#ifndef WIDTHLAB_COMMON_JOB_LAUNCHER_H_
#define WIDTHLAB_COMMON_JOB_LAUNCHER_H_

#include "absl/status/statusor.h"
#include "common/job/cancel_token.h"
#include "common/job/progress_sink.h"
#include "common/job/step.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::job {

// One run of a step. References outlive the run.
struct StepLaunch {
  const Step& step;
  const PreparedStep& prepared;
  StepOptions options = {};
};

// Safe to use from many threads.
class Launcher {
 public:
  virtual ~Launcher() = default;

  // Runs the step and returns when it has ended. CANCELLED within a second of `cancel`.
  virtual absl::StatusOr<v1::StepResult> Run(const StepLaunch& launch, ProgressSink& progress,
                                             const CancelToken& cancel) = 0;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_LAUNCHER_H_
