#include "common/rpc/job_service.h"

#include <set>
#include <utility>
#include <vector>

#include "common/job/job_name.h"
#include "common/log/log.h"
#include "common/rpc/job_page.h"
#include "common/status/macros.h"

namespace widthlab::rpc {

using job::v1::Job;

JobServiceImpl::JobServiceImpl(std::map<std::string, JobSource*, std::less<>> areas, Host& host)
    : areas_(std::move(areas)), calls_(job::v1::JobService::service_full_name(), host) {}

absl::StatusOr<JobSource*> JobServiceImpl::Route(std::string_view name) const {
  ASSIGN_OR_RETURN(const std::string area, job::AreaOfJob(name));
  if (const auto it = areas_.find(area); it != areas_.end()) return it->second;
  return job::JobNotFound(name);
}

grpc::Status JobServiceImpl::GetJob(grpc::ServerContext* context,
                                    const job::v1::GetJobRequest* request, Job* response) {
  return calls_.Unary("GetJob", context, response, [&](Call&) -> absl::StatusOr<Job> {
    ASSIGN_OR_RETURN(JobSource* const source, Route(request->name()));
    return source->Get(request->name());
  });
}

absl::StatusOr<job::v1::ListJobsResponse> JobServiceImpl::List(
    const job::v1::ListJobsRequest& request) const {
  ASSIGN_OR_RETURN(job::JobQuery query, QueryOf(request));
  const int page_size = query.limit;
  // One more than a page says whether another follows.
  ++query.limit;
  std::vector<Job> jobs;
  absl::Status failure;
  int answers = 0;
  std::set<JobSource*> asked;
  for (const auto& [area, source] : areas_) {
    if (!asked.insert(source).second) continue;
    absl::StatusOr<std::vector<Job>> found = source->List(query);
    if (!found.ok()) {
      // One area that is down must not hide the jobs of the others.
      log::Warning("jobs not listed", {{"area", area}, {"error", found.status().ToString()}});
      failure = found.status();
      continue;
    }
    ++answers;
    jobs.insert(jobs.end(), found->begin(), found->end());
  }
  if (answers == 0 && !failure.ok()) return failure;
  return PageOf(std::move(jobs), page_size);
}

grpc::Status JobServiceImpl::ListJobs(grpc::ServerContext* context,
                                      const job::v1::ListJobsRequest* request,
                                      job::v1::ListJobsResponse* response) {
  return calls_.Unary("ListJobs", context, response, [&](Call&) { return List(*request); });
}

grpc::Status JobServiceImpl::WatchJob(grpc::ServerContext* context,
                                      const job::v1::WatchJobRequest* request,
                                      grpc::ServerWriter<Job>* writer) {
  return calls_.ServerStream("WatchJob", context, writer,
                             [&](Call& call, StreamWriter<Job>& out) -> absl::Status {
                               ASSIGN_OR_RETURN(JobSource* const source, Route(request->name()));
                               return source->Watch(
                                   request->name(), [&](const Job& job) { return out.Write(job); },
                                   [&] { return call.CheckWatch(); });
                             });
}

grpc::Status JobServiceImpl::CancelJob(grpc::ServerContext* context,
                                       const job::v1::CancelJobRequest* request, Job* response) {
  return calls_.Unary("CancelJob", context, response, [&](Call&) -> absl::StatusOr<Job> {
    ASSIGN_OR_RETURN(JobSource* const source, Route(request->name()));
    return source->Cancel(request->name());
  });
}

}  // namespace widthlab::rpc
