// The jobs of an executor in this process.
#ifndef WIDTHLAB_COMMON_RPC_LOCAL_JOBS_H_
#define WIDTHLAB_COMMON_RPC_LOCAL_JOBS_H_

#include "common/job/job_executor.h"
#include "common/rpc/job_source.h"

namespace widthlab::rpc {

class LocalJobs final : public JobSource {
 public:
  // `executor` must outlive this.
  explicit LocalJobs(job::JobExecutor& executor) : executor_(executor) {}

  absl::StatusOr<job::v1::Job> Get(std::string_view name) override { return executor_.Get(name); }
  absl::StatusOr<std::vector<job::v1::Job>> List(const job::JobQuery& query) override {
    return executor_.List(query);
  }
  absl::Status Watch(std::string_view name,
                     absl::FunctionRef<absl::Status(const job::v1::Job&)> on_job,
                     absl::FunctionRef<absl::Status()> check) override {
    return executor_.Watch(name, on_job, check);
  }
  absl::StatusOr<job::v1::Job> Cancel(std::string_view name) override {
    return executor_.Cancel(name);
  }

 private:
  job::JobExecutor& executor_;
};

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_LOCAL_JOBS_H_
