#include "clients/cpp/job_client.h"

#include <utility>

#include "clients/cpp/call.h"
#include "clients/cpp/watch.h"

namespace widthlab::client {

using job::v1::Job;
using Stub = job::v1::JobService::StubInterface;

JobClient::JobClient(Connection connection)
    : connection_(std::move(connection)),
      stub_(job::v1::JobService::NewStub(connection_.channel)) {}

absl::StatusOr<Job> JobClient::Get(const std::string& name) {
  job::v1::GetJobRequest request;
  request.set_name(name);
  return Call<Job>(connection_, *stub_, &Stub::GetJob, request);
}

absl::StatusOr<job::v1::ListJobsResponse> JobClient::List(const job::v1::ListJobsRequest& request) {
  return Call<job::v1::ListJobsResponse>(connection_, *stub_, &Stub::ListJobs, request);
}

absl::StatusOr<Job> JobClient::Cancel(const std::string& name) {
  job::v1::CancelJobRequest request;
  request.set_name(name);
  return Call<Job>(connection_, *stub_, &Stub::CancelJob, request);
}

absl::StatusOr<Job> JobClient::Wait(const std::string& name,
                                    const std::function<void(const Job&)>& show) {
  job::v1::WatchJobRequest request;
  request.set_name(name);
  return Watch(
      connection_, [&](grpc::ClientContext& context) { return stub_->WatchJob(&context, request); },
      show);
}

}  // namespace widthlab::client
