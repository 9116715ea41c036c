// How far every step of a run is, kept as the metadata of the run's job.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_RUN_STATUS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_RUN_STATUS_H_

#include <functional>
#include <mutex>
#include <string>

#include "services/orchestrator/core/pipeline/plan.h"
#include "widthlab/job/v1/job.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// Every step QUEUED.
v1::RunMetadata DescribePlan(const Plan& plan, const std::string& template_name,
                             const v1::Pipeline& pipeline);

// Steps are given by their position in the plan. Safe to use from many threads.
class RunStatus {
 public:
  // Called after each change, one call at a time.
  using Listener = std::function<void(const v1::RunMetadata&)>;

  RunStatus(v1::RunMetadata metadata, Listener listener)
      : metadata_(std::move(metadata)), listener_(std::move(listener)) {}

  void Start(int step);
  void Update(int step, const job::v1::Job& job);
  void Succeed(int step, const job::v1::StepResult& result);
  void Fail(int step, bool cancelled, const std::string& problem = "");

  // CANCELLED for every step that has not ended.
  void CancelRest();

  v1::RunMetadata metadata() const;

 private:
  // Changes one step and tells the listener.
  void Change(const std::function<void(v1::RunMetadata&)>& change);

  mutable std::mutex mutex_;
  v1::RunMetadata metadata_;
  Listener listener_;
};

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_RUN_STATUS_H_
