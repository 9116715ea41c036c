#include "services/orchestrator/core/pipeline/fake_stage.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/pipeline/step_spec.h"

namespace widthlab::pipeline {
namespace {

constexpr std::chrono::milliseconds kWork(5);

std::string ArtifactOf(const v1::PipelineStep& step) {
  return absl::StrCat(KindOf(step), "-",
                      std::hash<std::string>()(SpecOf(step)->SerializeAsString()));
}

}  // namespace

absl::StatusOr<job::v1::StepResult> FakeStage::Run(const StageCall& call) {
  const std::string id = call.step.id();
  {
    std::lock_guard<std::mutex> lock(mutex_);
    request_ids_.push_back(call.request_id);
    most_at_once_ = std::max(most_at_once_, ++running_);
  }
  if (call.on_update) {
    job::v1::Job job;
    job.set_name(absl::StrCat("jobs/fake-", id));
    job.set_state(job::v1::JOB_STATE_RUNNING);
    call.on_update(job);
  }
  std::this_thread::sleep_for(kWork);
  while (hangs_.count(id) > 0 && !call.cancel.IsCancelled()) std::this_thread::sleep_for(kWork);
  std::lock_guard<std::mutex> lock(mutex_);
  --running_;
  if (call.cancel.IsCancelled()) {
    ++cancelled_;
    return call.cancel.Check();
  }
  if (failures_.count(id) > 0) return failures_.at(id);
  job::v1::StepResult result;
  result.set_artifact(ArtifactOf(call.step));
  result.set_cached(!made_.insert(result.artifact()).second);
  finished_.push_back(id);
  return result;
}

absl::StatusOr<job::v1::StepMetadata> FakeStage::Describe(const v1::PipelineStep& step) {
  if (failures_.count(step.id()) > 0) return failures_.at(step.id());
  job::v1::StepMetadata metadata;
  metadata.mutable_estimate()->set_seconds(1);
  std::lock_guard<std::mutex> lock(mutex_);
  if (all_cached_ || made_.count(ArtifactOf(step)) > 0) {
    metadata.set_cached_artifact(ArtifactOf(step));
  }
  return metadata;
}

std::vector<std::string> FakeStage::finished() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return finished_;
}

std::vector<std::string> FakeStage::request_ids() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return request_ids_;
}

int FakeStage::most_at_once() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return most_at_once_;
}

int FakeStage::cancelled() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return cancelled_;
}

StageMap AllKinds(Stage& stage) {
  StageMap map;
  for (const auto kind :
       {v1::PipelineStep::kTrain, v1::PipelineStep::kCapture, v1::PipelineStep::kMeasure,
        v1::PipelineStep::kSchedule, v1::PipelineStep::kCompare, v1::PipelineStep::kReport,
        v1::PipelineStep::kSensitivity, v1::PipelineStep::kDiagnose,
        v1::PipelineStep::kCorrelate}) {
    map[kind] = &stage;
  }
  return map;
}

}  // namespace widthlab::pipeline
