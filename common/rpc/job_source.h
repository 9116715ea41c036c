// Where JobService finds the jobs of an area: an executor of this process, or another server.
#ifndef WIDTHLAB_COMMON_RPC_JOB_SOURCE_H_
#define WIDTHLAB_COMMON_RPC_JOB_SOURCE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/job/job_store.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::rpc {

// Safe to use from many threads. Errors as in job_service.proto.
class JobSource {
 public:
  virtual ~JobSource() = default;

  virtual absl::StatusOr<job::v1::Job> Get(std::string_view name) = 0;

  // Newest first: at most query.limit jobs whose id is less than query.before_id.
  virtual absl::StatusOr<std::vector<job::v1::Job>> List(const job::JobQuery& query) = 0;

  // As JobExecutor::Watch.
  virtual absl::Status Watch(std::string_view name,
                             absl::FunctionRef<absl::Status(const job::v1::Job&)> on_job,
                             absl::FunctionRef<absl::Status()> check) = 0;

  virtual absl::StatusOr<job::v1::Job> Cancel(std::string_view name) = 0;
};

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_JOB_SOURCE_H_
