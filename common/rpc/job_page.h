// Pages of a list of jobs. A page token is the id of the last job shown: ids sort by time, whatever
// the area, so a list over several servers goes on at the same place in each.
#ifndef WIDTHLAB_COMMON_RPC_JOB_PAGE_H_
#define WIDTHLAB_COMMON_RPC_JOB_PAGE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "common/job/job_store.h"
#include "widthlab/job/v1/job_service.pb.h"

namespace widthlab::rpc {

// INVALID_ARGUMENT on `page_size`, `page_token` or `filter`.
absl::StatusOr<job::JobQuery> QueryOf(const job::v1::ListJobsRequest& request);

job::v1::ListJobsRequest RequestOf(const job::JobQuery& query);

// One page of `jobs`, which are in any order and hold at least the newest query.limit + 1 if there
// are that many.
job::v1::ListJobsResponse PageOf(std::vector<job::v1::Job> jobs, int page_size);

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_JOB_PAGE_H_
