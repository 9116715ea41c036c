#include "common/job/step_jobs.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::job {

StepJobs::StepJobs(const StepRegistry& registry, JobExecutor& executor,
                   artifact::ArtifactStore& store, Launcher& launcher)
    : registry_(registry), executor_(executor), store_(store), launcher_(launcher) {
  for (const std::string& kind : registry.Kinds()) {
    executor.Register(kind, [this](const google::protobuf::Any& payload, JobContext& context) {
      return Run(payload, context);
    });
  }
}

absl::StatusOr<v1::Job> StepJobs::SubmitSpec(std::string_view kind,
                                             const google::protobuf::Message& spec,
                                             const StepRequest& request) {
  ASSIGN_OR_RETURN(const Step* step, registry_.Find(kind));
  ASSIGN_OR_RETURN(const PreparedStep prepared, PrepareStep(*step, spec, store_));
  ASSIGN_OR_RETURN(v1::StepMetadata metadata, DescribeStep(*step, prepared, store_));
  if (request.validate_only) {
    v1::Job job;
    job.set_kind(step->kind);
    job.mutable_metadata()->PackFrom(metadata);
    return job;
  }
  JobRequest submitted{.kind = step->kind, .request_id = request.request_id};
  submitted.content = absl::StrCat(step->kind, "\n", prepared.identity.spec_json);
  submitted.metadata.PackFrom(metadata);
  if (request.ignore_cache) {
    submitted.content.append("\nignore_cache");
    // In the payload, no key means that the cache is not asked.
    metadata.clear_cache_key();
  }
  submitted.payload.PackFrom(metadata);
  return executor_.Submit(submitted);
}

absl::StatusOr<google::protobuf::Any> StepJobs::Run(const google::protobuf::Any& payload,
                                                    JobContext& context) {
  ASSIGN_OR_RETURN(const Step* step, registry_.Find(context.job().kind()));
  v1::StepMetadata request;
  const std::unique_ptr<google::protobuf::Message> spec = step->new_spec();
  if (!payload.UnpackTo(&request) || !request.spec().UnpackTo(spec.get())) {
    return absl::DataLossError("the job's spec cannot be read");
  }
  ASSIGN_OR_RETURN(const PreparedStep prepared, PrepareStep(*step, *spec, store_));
  const StepLaunch launch{
      .step = *step,
      .prepared = prepared,
      .options = {.ignore_cache = request.cache_key().empty()},
  };
  ASSIGN_OR_RETURN(const v1::StepResult result,
                   launcher_.Run(launch, context.progress(), context.cancel()));
  google::protobuf::Any packed;
  packed.PackFrom(result);
  return packed;
}

}  // namespace widthlab::job
