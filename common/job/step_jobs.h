// Steps as jobs: what a service's Train, CaptureActivations or MeasureWork does in one call.
//
//   StepJobs steps(registry, executor, store, launcher, {.scratch_folder = folder});
//   // ... before executor.Start()
//   ...
//   return steps.Submit("geometry.MeasureWork", *request);   // -> absl::StatusOr<v1::Job>
//
// The spec is resolved and checked before the job exists, so a bad one is an error of the call; the
// job's metadata is a StepMetadata, its result a StepResult.
#ifndef WIDTHLAB_COMMON_JOB_STEP_JOBS_H_
#define WIDTHLAB_COMMON_JOB_STEP_JOBS_H_

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/job/job_executor.h"
#include "common/job/launcher.h"
#include "common/job/step_registry.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::job {

struct StepRequest {
  std::string request_id = {};
  // Resolve and check only: the job that comes back has no name and is not kept.
  bool validate_only = false;
  // Runs even where the cache has the result, and leaves the cache as it is.
  bool ignore_cache = false;
};

struct StepJobsOptions {
  // Where each job has a scratch folder while it runs; empty for none.
  std::string scratch_folder = {};
  // Most memory that a step may take by its estimate.
  int64_t max_memory_bytes = std::numeric_limits<int64_t>::max();
};

class StepJobs {
 public:
  // Registers every kind of `registry` with `executor`, and removes the scratch folders of jobs
  // that have ended. All must outlive this object.
  StepJobs(const StepRegistry& registry, JobExecutor& executor, artifact::ArtifactStore& store,
           Launcher& launcher, StepJobsOptions options = {});

  // Errors of PrepareStep, which name fields of the spec, and of JobExecutor::Submit.
  // RESOURCE_EXHAUSTED JOB_TOO_LARGE where the estimate passes the limit and the cache does not
  // have the artifact; its metadata `needed` and `allowed` are bytes.
  absl::StatusOr<v1::Job> SubmitSpec(std::string_view kind, const google::protobuf::Message& spec,
                                     const StepRequest& request);

  // The same for a request message of the usual shape.
  template <typename Request>
  absl::StatusOr<v1::Job> Submit(std::string_view kind, const Request& request) {
    return SubmitSpec(kind, request.spec(),
                      {.request_id = request.request_id(),
                       .validate_only = request.validate_only(),
                       .ignore_cache = request.ignore_cache()});
  }

 private:
  absl::StatusOr<google::protobuf::Any> Run(const google::protobuf::Any& payload,
                                            JobContext& context);

  // Empty where jobs have none.
  std::string ScratchOf(std::string_view job) const;
  void RemoveScratchOfEndedJobs();

  const StepRegistry& registry_;
  JobExecutor& executor_;
  artifact::ArtifactStore& store_;
  Launcher& launcher_;
  const StepJobsOptions options_;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_STEP_JOBS_H_
