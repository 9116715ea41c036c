#include "common/rpc/job_router.h"

#include <set>
#include <vector>

#include "common/job/job_name.h"
#include "common/log/log.h"
#include "common/rpc/job_page.h"
#include "common/status/macros.h"

namespace widthlab::rpc {

using job::v1::Job;

absl::StatusOr<JobSource*> JobRouter::Route(std::string_view name) const {
  ASSIGN_OR_RETURN(const std::string area, job::AreaOfJob(name));
  if (const auto it = areas_.find(area); it != areas_.end()) return it->second;
  return job::JobNotFound(name);
}

absl::StatusOr<Job> JobRouter::Get(std::string_view name) const {
  ASSIGN_OR_RETURN(JobSource* const source, Route(name));
  return source->Get(name);
}

absl::StatusOr<job::v1::ListJobsResponse> JobRouter::List(
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

}  // namespace widthlab::rpc
