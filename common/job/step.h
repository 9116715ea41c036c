// A step is one function: (resolved spec, context) -> artifact id. It keeps no global state and
// never opens the catalogue; a job executor runs it, here or in a child process.
//
//   absl::StatusOr<std::string> MeasureWork(const geometry::v1::MeasureSpec& spec,
//                                           const StepContext& context);
//
//   registry.Add(MakeStep<geometry::v1::MeasureSpec>(
//       {.kind = "geometry.MeasureWork", .algorithm_version = "geometry.MeasureWork/1"},
//       MeasureWork));
#ifndef WIDTHLAB_COMMON_JOB_STEP_H_
#define WIDTHLAB_COMMON_JOB_STEP_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/artifact_store.h"
#include "common/job/cancel_token.h"
#include "common/job/progress_sink.h"
#include "common/numeric/thread_pool.h"
#include "google/protobuf/message.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::job {

// What a step may use. References outlive the call.
struct StepContext {
  artifact::ArtifactStore& store;
  numeric::ThreadPool& pool;
  ProgressSink& progress;
  const CancelToken& cancel;
  // To be given to ArtifactBuilder::Commit: spec, inputs, version and cache key of this request.
  artifact::StepIdentity identity;
  // Folder for what a step keeps so that it goes on after a crash where it stopped; the job's own,
  // gone with its end. It may not be there yet. Empty where there is none.
  std::string scratch = {};
};

// One kind of step.
struct Step {
  // Service method, "geometry.MeasureWork".
  std::string kind = {};

  // Changes when the bytes of a result change.
  std::string algorithm_version = {};

  // An empty spec of the step's type.
  std::unique_ptr<google::protobuf::Message> (*new_spec)() = nullptr;

  // After spec::Resolve: what only the service knows (device class, values taken from inputs) and
  // checks across fields and against inputs. Optional. Errors name the field.
  std::function<absl::Status(google::protobuf::Message& spec, artifact::ArtifactStore& store)>
      finish_spec = {};

  // Seconds, memory and bytes, roughly, for a resolved spec. Optional.
  std::function<absl::StatusOr<v1::CostEstimate>(const google::protobuf::Message& spec,
                                                 artifact::ArtifactStore& store)>
      estimate = {};

  // Makes the artifact and returns its id.
  std::function<absl::StatusOr<std::string>(const google::protobuf::Message& spec,
                                            const StepContext& context)>
      run = {};
};

// The typed form of `run`: `header` gives everything else.
template <typename Spec>
Step MakeStep(
    Step header,
    std::function<absl::StatusOr<std::string>(const Spec& spec, const StepContext& context)> run) {
  header.new_spec =
      +[]() -> std::unique_ptr<google::protobuf::Message> { return std::make_unique<Spec>(); };
  header.run = [run = std::move(run)](const google::protobuf::Message& spec,
                                      const StepContext& context) {
    return run(static_cast<const Spec&>(spec), context);
  };
  return header;
}

// A spec as it will run: resolved, with its inputs and key.
struct PreparedStep {
  std::unique_ptr<google::protobuf::Message> spec = {};
  artifact::StepIdentity identity = {};
};

// Resolves `spec` (defaults, ranges, finish_spec), checks that every input exists and has a kind
// that its field allows, and works out the cache key. Errors name the field.
absl::StatusOr<PreparedStep> PrepareStep(const Step& step, const google::protobuf::Message& spec,
                                         artifact::ArtifactStore& store);

// What PrepareStep gives, plus cache hit and estimate, as a job's metadata shows it.
absl::StatusOr<v1::StepMetadata> DescribeStep(const Step& step, const PreparedStep& prepared,
                                              artifact::ArtifactStore& store);

struct StepOptions {
  // Runs even where the cache has the artifact (ReproduceArtifact).
  bool ignore_cache = false;
  // Of StepContext.
  std::string scratch = {};
};

// The artifact of a prepared step: from the cache, or by running it.
absl::StatusOr<v1::StepResult> RunStep(const Step& step, const PreparedStep& prepared,
                                       artifact::ArtifactStore& store, numeric::ThreadPool& pool,
                                       ProgressSink& progress, const CancelToken& cancel,
                                       const StepOptions& options = {});

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_STEP_H_
