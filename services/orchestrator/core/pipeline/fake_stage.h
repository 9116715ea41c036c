// A stage for tests: makes an "artifact" whose id follows from the spec, remembers what was asked,
// and fails, waits or repeats on request.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_FAKE_STAGE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_FAKE_STAGE_H_

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "services/orchestrator/core/pipeline/stage.h"

namespace widthlab::pipeline {

class FakeStage : public Stage {
 public:
  absl::StatusOr<job::v1::StepResult> Run(const StageCall& call) override;
  absl::StatusOr<job::v1::StepMetadata> Describe(const v1::PipelineStep& step) override;

  // The step of this id fails.
  void FailOn(const std::string& step_id, absl::Status status) { failures_[step_id] = status; }

  // The step of this id runs until it is cancelled.
  void HangOn(const std::string& step_id) { hangs_.insert(step_id); }

  // Every spec counts as cached.
  void CacheAll() { all_cached_ = true; }

  // Steps that were run to their end, in order of their ends, and all request ids.
  std::vector<std::string> finished() const;
  std::vector<std::string> request_ids() const;

  // Most steps that ran at the same time.
  int most_at_once() const;
  int cancelled() const;

 private:
  std::map<std::string, absl::Status> failures_;
  std::set<std::string> hangs_;
  bool all_cached_ = false;
  mutable std::mutex mutex_;
  std::set<std::string> made_;  // artifacts
  std::vector<std::string> finished_;
  std::vector<std::string> request_ids_;
  int running_ = 0;
  int most_at_once_ = 0;
  int cancelled_ = 0;
};

// The fake for every kind of step.
StageMap AllKinds(Stage& stage);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_FAKE_STAGE_H_
