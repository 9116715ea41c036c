// The jobs of several areas as one list, and one job by its name, which begins with its area.
//
//   const JobRouter jobs({{"training", &training}, {"capture", &capture}});
//   ASSIGN_OR_RETURN(const Job job, jobs.Get("jobs/training-7"));
//
// Behind JobService, and behind the pages of the orchestrator.
#ifndef WIDTHLAB_COMMON_RPC_JOB_ROUTER_H_
#define WIDTHLAB_COMMON_RPC_JOB_ROUTER_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "common/rpc/job_source.h"
#include "widthlab/job/v1/job_service.pb.h"

namespace widthlab::rpc {

class JobRouter {
 public:
  // By area. The sources must outlive the router.
  explicit JobRouter(std::map<std::string, JobSource*, std::less<>> areas)
      : areas_(std::move(areas)) {}

  // The source that has the jobs of a name's area. NOT_FOUND JOB_NOT_FOUND.
  absl::StatusOr<JobSource*> Route(std::string_view name) const;

  absl::StatusOr<job::v1::Job> Get(std::string_view name) const;

  // Newest first, over all areas. An area that does not answer is left out, and logged, unless none
  // does.
  absl::StatusOr<job::v1::ListJobsResponse> List(const job::v1::ListJobsRequest& request) const;

 private:
  std::map<std::string, JobSource*, std::less<>> areas_;
};

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_JOB_ROUTER_H_
