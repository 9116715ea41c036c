#include "common/job/step_jobs.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/job/job_store.h"
#include "common/status/bytes_text.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::job {
namespace {

namespace fs = std::filesystem;

absl::Status CheckMemory(const v1::StepMetadata& metadata, int64_t allowed, bool ignore_cache) {
  const int64_t needed = metadata.estimate().peak_memory_bytes();
  const bool cached = !metadata.cached_artifact().empty() && !ignore_cache;
  if (needed <= allowed || cached) return absl::OkStatus();
  return MakeError(
      absl::StatusCode::kResourceExhausted,
      {.reason = "JOB_TOO_LARGE",
       .metadata = {{"needed", absl::StrCat(needed)}, {"allowed", absl::StrCat(allowed)}}},
      absl::StrCat("the job would take about ", BytesText(static_cast<double>(needed)),
                   " of memory, and this server allows ", BytesText(static_cast<double>(allowed)),
                   " (--max-memory); ask for less, or start the server with more"));
}

}  // namespace

StepJobs::StepJobs(const StepRegistry& registry, JobExecutor& executor,
                   artifact::ArtifactStore& store, Launcher& launcher, StepJobsOptions options)
    : registry_(registry),
      executor_(executor),
      store_(store),
      launcher_(launcher),
      options_(std::move(options)) {
  RemoveScratchOfEndedJobs();
  for (const std::string& kind : registry.Kinds()) {
    executor.Register(kind, [this](const google::protobuf::Any& payload, JobContext& context) {
      return Run(payload, context);
    });
  }
}

std::string StepJobs::ScratchOf(std::string_view job) const {
  if (options_.scratch_folder.empty()) return "";
  // "jobs/geometry-3f..." has its last part for a folder.
  return absl::StrCat(options_.scratch_folder, "/", std::string(job.substr(job.rfind('/') + 1)));
}

void StepJobs::RemoveScratchOfEndedJobs() {
  if (options_.scratch_folder.empty()) return;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(options_.scratch_folder, error)) {
    const absl::StatusOr<v1::Job> job =
        executor_.Get(absl::StrCat("jobs/", entry.path().filename().string()));
    if (!job.ok() || IsFinal(job->state())) fs::remove_all(entry.path(), error);
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
  RETURN_IF_ERROR(CheckMemory(metadata, options_.max_memory_bytes, request.ignore_cache));
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
      .options = {.ignore_cache = request.cache_key().empty(),
                  .scratch = ScratchOf(context.job().name())},
  };
  const absl::StatusOr<v1::StepResult> result =
      launcher_.Run(launch, context.progress(), context.cancel());
  // What was interrupted goes on from there.
  if (!launch.options.scratch.empty() && (result.ok() || !context.Interrupted())) {
    std::error_code error;
    fs::remove_all(launch.options.scratch, error);
  }
  RETURN_IF_ERROR(result.status());
  google::protobuf::Any packed;
  packed.PackFrom(*result);
  return packed;
}

}  // namespace widthlab::job
