// What the orchestrator needs of a service that makes one kind of artifact. clients/cpp implements
// it over gRPC; LocalStage runs the orchestrator's own steps; FakeStage is for tests.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_STAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_STAGE_H_

#include <functional>
#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "common/job/cancel_token.h"
#include "widthlab/job/v1/job.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// One step to be run.
struct StageCall {
  // Every input is the id of an artifact.
  const v1::PipelineStep& step;

  // The same call again, also after a crash of either side, joins the job that has this id.
  std::string request_id = {};

  // Runs even where the cache has the artifact (ReproduceArtifact).
  bool ignore_cache = false;

  // Once it is set the stage stops the job and returns CANCELLED within a second.
  const job::CancelToken& cancel;

  // Asked then: true leaves the job running, because the same call will be made again later.
  std::function<bool()> leave_running = {};

  // Told, on the caller's thread, of each change of the job that does the work.
  std::function<void(const job::v1::Job&)> on_update = {};
};

// Safe to use from many threads.
class Stage {
 public:
  virtual ~Stage() = default;

  // Runs the step to its end and waits for it. The error of a job that failed is returned with its
  // code and facts; UNAVAILABLE once the service could not be reached for a long time.
  virtual absl::StatusOr<job::v1::StepResult> Run(const StageCall& call) = 0;

  // Checks the step without running it: resolved spec, cache hit, cost.
  virtual absl::StatusOr<job::v1::StepMetadata> Describe(const v1::PipelineStep& step) = 0;
};

// Which stage runs which kind of step. Not owned.
using StageMap = std::map<v1::PipelineStep::SpecCase, Stage*>;

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_STAGE_H_
