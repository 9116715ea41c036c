// JobService over the jobs of one or more areas: of each server its own, of the orchestrator (and
// of widthlabd) those of all areas, routed by the job's name.
//
//   rpc::LocalJobs jobs(executor);
//   rpc::JobServiceImpl service({{"training", &jobs}}, host);
#ifndef WIDTHLAB_COMMON_RPC_JOB_SERVICE_H_
#define WIDTHLAB_COMMON_RPC_JOB_SERVICE_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/rpc/call.h"
#include "common/rpc/host.h"
#include "common/rpc/job_router.h"
#include "common/rpc/job_source.h"
#include "widthlab/job/v1/job_service.grpc.pb.h"

namespace widthlab::rpc {

class JobServiceImpl final : public job::v1::JobService::Service {
 public:
  // By area. `areas` and `host` must outlive the service.
  JobServiceImpl(std::map<std::string, JobSource*, std::less<>> areas, Host& host);

  grpc::Status GetJob(grpc::ServerContext* context, const job::v1::GetJobRequest* request,
                      job::v1::Job* response) override;
  grpc::Status ListJobs(grpc::ServerContext* context, const job::v1::ListJobsRequest* request,
                        job::v1::ListJobsResponse* response) override;
  grpc::Status WatchJob(grpc::ServerContext* context, const job::v1::WatchJobRequest* request,
                        grpc::ServerWriter<job::v1::Job>* writer) override;
  grpc::Status CancelJob(grpc::ServerContext* context, const job::v1::CancelJobRequest* request,
                         job::v1::Job* response) override;

 private:
  JobRouter jobs_;
  Calls calls_;
};

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_JOB_SERVICE_H_
