#include "common/rpc/job_service.h"

#include <utility>

#include "common/status/macros.h"

namespace widthlab::rpc {

using job::v1::Job;

JobServiceImpl::JobServiceImpl(std::map<std::string, JobSource*, std::less<>> areas, Host& host)
    : jobs_(std::move(areas)), calls_(job::v1::JobService::service_full_name(), host) {}

grpc::Status JobServiceImpl::GetJob(grpc::ServerContext* context,
                                    const job::v1::GetJobRequest* request, Job* response) {
  return calls_.Unary("GetJob", context, response,
                      [&](Call&) { return jobs_.Get(request->name()); });
}

grpc::Status JobServiceImpl::ListJobs(grpc::ServerContext* context,
                                      const job::v1::ListJobsRequest* request,
                                      job::v1::ListJobsResponse* response) {
  return calls_.Unary("ListJobs", context, response, [&](Call&) { return jobs_.List(*request); });
}

grpc::Status JobServiceImpl::WatchJob(grpc::ServerContext* context,
                                      const job::v1::WatchJobRequest* request,
                                      grpc::ServerWriter<Job>* writer) {
  return calls_.ServerStream(
      "WatchJob", context, writer, [&](Call& call, StreamWriter<Job>& out) -> absl::Status {
        ASSIGN_OR_RETURN(JobSource* const source, jobs_.Route(request->name()));
        return source->Watch(
            request->name(), [&](const Job& job) { return out.Write(job); },
            [&] { return call.CheckWatch(); });
      });
}

grpc::Status JobServiceImpl::CancelJob(grpc::ServerContext* context,
                                       const job::v1::CancelJobRequest* request, Job* response) {
  return calls_.Unary("CancelJob", context, response, [&](Call&) -> absl::StatusOr<Job> {
    ASSIGN_OR_RETURN(JobSource* const source, jobs_.Route(request->name()));
    return source->Cancel(request->name());
  });
}

}  // namespace widthlab::rpc
