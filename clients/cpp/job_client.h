// Jobs of a server; the orchestrator answers for every area.
//
//   JobClient jobs(connections.orchestrator);
//   ASSIGN_OR_RETURN(const Job job, jobs.Wait("jobs/training-7", show));
//
// Safe to use from many threads.
#ifndef WIDTHLAB_CLIENTS_CPP_JOB_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_JOB_CLIENT_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/job/v1/job_service.grpc.pb.h"

namespace widthlab::client {

class JobClient {
 public:
  explicit JobClient(Connection connection);

  absl::StatusOr<job::v1::Job> Get(const std::string& name);
  absl::StatusOr<job::v1::ListJobsResponse> List(const job::v1::ListJobsRequest& request);
  absl::StatusOr<job::v1::Job> Cancel(const std::string& name);

  // Shows the job at each change, returns it in its final state.
  absl::StatusOr<job::v1::Job> Wait(const std::string& name,
                                    const std::function<void(const job::v1::Job&)>& show = {});

 private:
  Connection connection_;
  std::unique_ptr<job::v1::JobService::StubInterface> stub_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_JOB_CLIENT_H_
