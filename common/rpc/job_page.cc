#include "common/rpc/job_page.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/job/job_name.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::rpc {
namespace {

using job::v1::Job;

constexpr int kDefaultPageSize = 50;
constexpr int kMaxPageSize = 1000;
constexpr char kStatePrefix[] = "JOB_STATE_";

std::string IdOf(const Job& job) { return job::IdOfJob(job.name()).value_or(job.name()); }

}  // namespace

absl::StatusOr<job::JobQuery> QueryOf(const job::v1::ListJobsRequest& request) {
  if (request.page_size() < 0 || request.page_size() > kMaxPageSize) {
    return InvalidField("page_size", absl::StrCat(request.page_size()),
                        absl::StrCat("in [0, ", kMaxPageSize, "]; 0 means ", kDefaultPageSize));
  }
  job::JobQuery query;
  query.limit = request.page_size() == 0 ? kDefaultPageSize : request.page_size();
  query.before_id = request.page_token();
  if (!query.before_id.empty() && !job::IdOfJob("jobs/a-" + query.before_id).ok()) {
    return InvalidFieldBecause("page_token", "is not a token that this list gave");
  }
  ASSIGN_OR_RETURN(query.filter, job::ParseJobFilter(request.filter()));
  return query;
}

job::v1::ListJobsRequest RequestOf(const job::JobQuery& query) {
  job::v1::ListJobsRequest request;
  request.set_page_size(std::min(query.limit, kMaxPageSize));
  request.set_page_token(query.before_id);
  std::string filter;
  if (query.filter.state.has_value()) {
    const std::string name = job::v1::JobState_Name(*query.filter.state);
    filter = absl::StrCat("state = ", name.substr(sizeof(kStatePrefix) - 1));
  }
  if (query.filter.kind.has_value()) {
    absl::StrAppend(&filter, filter.empty() ? "" : " AND ", "kind = \"", *query.filter.kind, "\"");
  }
  request.set_filter(filter);
  return request;
}

job::v1::ListJobsResponse PageOf(std::vector<Job> jobs, int page_size) {
  std::sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return IdOf(a) > IdOf(b); });
  job::v1::ListJobsResponse response;
  const int count = std::min<int>(page_size, static_cast<int>(jobs.size()));
  for (int i = 0; i < count; ++i) *response.add_jobs() = std::move(jobs[i]);
  if (static_cast<int>(jobs.size()) > count) {
    response.set_next_page_token(IdOf(response.jobs(count - 1)));
  }
  return response;
}

}  // namespace widthlab::rpc
