// The other end of ChildProcessLauncher: runs one step and says on standard output how it goes.
//
//   // NAME worker --spec FILE --orchestrator HOST:PORT ...
//   return job::RunWorker(registry, spec_file, store, pool, STDOUT_FILENO);
#ifndef WIDTHLAB_COMMON_JOB_WORKER_H_
#define WIDTHLAB_COMMON_JOB_WORKER_H_

#include <string>

#include "common/job/step_registry.h"

namespace widthlab::job {

// Makes this process end when the one that started it does. Call it first in a worker.
void DieWithParent();

// Returns the exit code: 0 when the step has a result, 1 when it failed; either is said in the last
// line on `output`.
int RunWorker(const StepRegistry& registry, const std::string& spec_file,
              artifact::ArtifactStore& store, numeric::ThreadPool& pool, int output);

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_WORKER_H_
