// The jobs of another server, asked through its JobService.
#ifndef WIDTHLAB_COMMON_RPC_REMOTE_JOBS_H_
#define WIDTHLAB_COMMON_RPC_REMOTE_JOBS_H_

#include <memory>

#include "common/rpc/job_source.h"
#include "grpcpp/channel.h"
#include "widthlab/job/v1/job_service.grpc.pb.h"

namespace widthlab::rpc {

// One try for each call: a client that wants more tries again.
class RemoteJobs final : public JobSource {
 public:
  explicit RemoteJobs(const std::shared_ptr<grpc::Channel>& channel)
      : stub_(job::v1::JobService::NewStub(channel)) {}

  absl::StatusOr<job::v1::Job> Get(std::string_view name) override;
  absl::StatusOr<std::vector<job::v1::Job>> List(const job::JobQuery& query) override;
  absl::Status Watch(std::string_view name,
                     absl::FunctionRef<absl::Status(const job::v1::Job&)> on_job,
                     absl::FunctionRef<absl::Status()> check) override;
  absl::StatusOr<job::v1::Job> Cancel(std::string_view name) override;

 private:
  std::unique_ptr<job::v1::JobService::Stub> stub_;
};

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_REMOTE_JOBS_H_
