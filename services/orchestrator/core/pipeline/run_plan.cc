#include "services/orchestrator/core/pipeline/run_plan.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/pipeline/step_spec.h"

namespace widthlab::pipeline {
namespace {

constexpr std::chrono::milliseconds kCancelInterval(50);

// Takes references to these steps out of every list of strings in `message`.
void RemoveFromLists(const std::set<std::string>& steps, google::protobuf::Message& message) {
  using google::protobuf::FieldDescriptor;
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const bool is_message = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (is_message && !field->is_repeated()) {
      RemoveFromLists(steps, *reflection.MutableMessage(&message, field));
    } else if (is_message) {
      for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
        RemoveFromLists(steps, *reflection.MutableRepeatedMessage(&message, field, i));
      }
    } else if (field->is_repeated() && field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      int kept = 0;
      const int count = reflection.FieldSize(message, field);
      for (int i = 0; i < count; ++i) {
        std::string item = reflection.GetRepeatedString(message, field, i);
        const std::optional<std::string> id = ReferencedStep(item);
        if (id.has_value() && steps.count(*id) > 0) continue;
        reflection.SetRepeatedString(&message, field, kept++, std::move(item));
      }
      for (int i = kept; i < count; ++i) reflection.RemoveLast(&message, field);
    }
  }
}

class PlanRunner {
 public:
  PlanRunner(const Plan& plan, const StageMap& stages, const RunOptions& options, RunStatus& status,
             const job::CancelToken& cancel)
      : plan_(plan), stages_(stages), options_(options), status_(status), cancel_(cancel) {}

  absl::StatusOr<v1::RunResult> Run() {
    PrepareGraph();
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      if (cancel_.IsCancelled()) stop_.Cancel();
      if (!stop_.IsCancelled()) StartReady();
      JoinFinished(lock);
      if (threads_.empty() && (ready_.empty() || stop_.IsCancelled())) break;
      if (finished_.empty()) changed_.wait_for(lock, kCancelInterval);
    }
    if (error_.ok() && cancel_.IsCancelled() && result_.artifacts().size() < plan_.steps.size()) {
      error_ = cancel_.Check();
    }
    if (!error_.ok()) {
      status_.CancelRest();
      return error_;
    }
    return result_;
  }

 private:
  void PrepareGraph() {
    std::map<std::string, int> position;
    for (size_t i = 0; i < plan_.steps.size(); ++i) {
      position[plan_.steps[i].step.id()] = static_cast<int>(i);
    }
    dependents_.resize(plan_.steps.size());
    waiting_for_.resize(plan_.steps.size());
    for (size_t i = 0; i < plan_.steps.size(); ++i) {
      for (const std::string& id : plan_.steps[i].depends_on) {
        dependents_[position.at(id)].push_back(static_cast<int>(i));
      }
      waiting_for_[i] = static_cast<int>(plan_.steps[i].depends_on.size());
      if (waiting_for_[i] == 0) ready_.insert(static_cast<int>(i));
    }
  }

  // Starts what is ready and is not being made by another step already.
  void StartReady() {
    for (auto it = ready_.begin(); it != ready_.end();) {
      if (static_cast<int>(threads_.size()) >= options_.parallel_steps) return;
      const int index = *it;
      absl::StatusOr<v1::PipelineStep> step = WithInputs(plan_.steps[index].step);
      if (!step.ok()) {
        ready_.erase(it);
        return Fail(index, step.status());
      }
      std::string asked = SpecOf(*step)->GetTypeName() + SpecOf(*step)->SerializeAsString();
      if (asked_.count(asked) > 0) {
        ++it;
        continue;
      }
      it = ready_.erase(it);
      asked_.insert(asked);
      status_.Start(index);
      threads_.emplace(
          index, std::thread([this, index, step = *std::move(step), asked = std::move(asked)] {
            Work(index, step, asked);
          }));
    }
  }

  // References replaced by the artifacts that their steps have made; lists go without those of
  // steps that were allowed to fail and did.
  absl::StatusOr<v1::PipelineStep> WithInputs(v1::PipelineStep step) const {
    RemoveFromLists(failed_, *MutableSpecOf(step));
    RETURN_IF_ERROR(spec::ReplaceInputs(
        *MutableSpecOf(step),
        [this](const spec::InputReference& input) -> absl::StatusOr<std::string> {
          const std::optional<std::string> id = ReferencedStep(input.id);
          if (!id.has_value()) return input.id;
          if (failed_.count(*id) == 0) return result_.artifacts().at(*id);
          return FailedPrecondition("STEP_FAILED", absl::StrCat(input.field, " is the result of \"",
                                                                *id, "\", which failed"));
        }));
    return step;
  }

  // On the step's own thread.
  void Work(int index, const v1::PipelineStep& step, const std::string& asked) {
    const auto stage = stages_.find(step.spec_case());
    absl::StatusOr<job::v1::StepResult> result =
        stage == stages_.end()
            ? absl::UnimplementedError(
                  absl::StrCat("nothing here runs steps of kind ", KindOf(step)))
            : stage->second->Run(
                  {.step = step,
                   .request_id = StepRequestId(options_.run_id, step.id()),
                   .cancel = stop_,
                   .leave_running = options_.interrupted,
                   .on_update = [&](const job::v1::Job& job) { status_.Update(index, job); }});
    std::lock_guard<std::mutex> lock(mutex_);
    asked_.erase(asked);
    if (result.ok()) {
      Succeed(index, *result);
    } else {
      Fail(index, result.status());
    }
    finished_.push_back(index);
    changed_.notify_all();
  }

  void Succeed(int index, const job::v1::StepResult& result) {
    (*result_.mutable_artifacts())[plan_.steps[index].step.id()] = result.artifact();
    status_.Succeed(index, result);
    Release(index);
  }

  void Release(int index) {
    for (int dependent : dependents_[index]) {
      if (--waiting_for_[dependent] == 0) ready_.insert(dependent);
    }
  }

  // The first failure stops the rest; what they answer to that is no error of the run. A service
  // that is away says nothing about a step that may fail.
  void Fail(int index, const absl::Status& status) {
    const bool stopped = stop_.IsCancelled() && absl::IsCancelled(status);
    const v1::PipelineStep& step = plan_.steps[index].step;
    if (step.may_fail() && !stopped && !absl::IsUnavailable(status)) {
      status_.Fail(index, /*cancelled=*/false, std::string(status.message()));
      failed_.insert(step.id());
      Release(index);
      return;
    }
    status_.Fail(index, stopped);
    if (error_.ok() && !stopped) {
      error_ = WithContext(status, absl::StrCat("step \"", plan_.steps[index].step.id(), "\""));
    }
    stop_.Cancel();
  }

  void JoinFinished(std::unique_lock<std::mutex>& lock) {
    while (!finished_.empty()) {
      const int index = finished_.back();
      finished_.pop_back();
      std::thread thread = std::move(threads_.at(index));
      threads_.erase(index);
      lock.unlock();
      thread.join();
      lock.lock();
    }
  }

  const Plan& plan_;
  const StageMap& stages_;
  const RunOptions& options_;
  RunStatus& status_;
  const job::CancelToken& cancel_;
  job::CancelToken stop_;  // of this run's steps: on request, or after a failure

  std::mutex mutex_;  // guards all that follows
  std::condition_variable changed_;
  std::vector<std::vector<int>> dependents_;
  std::vector<int> waiting_for_;
  std::set<int> ready_;           // by position, so that the order is the plan's
  std::set<std::string> asked_;   // specs being worked on
  std::set<std::string> failed_;  // ids of steps that were allowed to
  std::map<int, std::thread> threads_;
  std::vector<int> finished_;
  v1::RunResult result_;
  absl::Status error_;
};

}  // namespace

absl::StatusOr<v1::RunResult> RunPlan(const Plan& plan, const StageMap& stages,
                                      const RunOptions& options, RunStatus& status,
                                      const job::CancelToken& cancel) {
  return PlanRunner(plan, stages, options, status, cancel).Run();
}

std::string StepRequestId(const std::string& run_id, const std::string& step_id) {
  return absl::StrCat(run_id, "/", step_id);
}

}  // namespace widthlab::pipeline
