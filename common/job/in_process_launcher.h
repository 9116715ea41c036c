// Runs steps in the process that has the executor, on its thread pool.
#ifndef WIDTHLAB_COMMON_JOB_IN_PROCESS_LAUNCHER_H_
#define WIDTHLAB_COMMON_JOB_IN_PROCESS_LAUNCHER_H_

#include "common/job/launcher.h"

namespace widthlab::job {

class InProcessLauncher final : public Launcher {
 public:
  // `store` and `pool` must outlive the launcher.
  InProcessLauncher(artifact::ArtifactStore& store, numeric::ThreadPool& pool)
      : store_(store), pool_(pool) {}

  absl::StatusOr<v1::StepResult> Run(const StepLaunch& launch, ProgressSink& progress,
                                     const CancelToken& cancel) override {
    return RunStep(launch.step, launch.prepared, store_, pool_, progress, cancel, launch.options);
  }

 private:
  artifact::ArtifactStore& store_;
  numeric::ThreadPool& pool_;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_IN_PROCESS_LAUNCHER_H_
