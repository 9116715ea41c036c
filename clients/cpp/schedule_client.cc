#include "clients/cpp/schedule_client.h"

#include "clients/cpp/call.h"

namespace widthlab::client {

using schedule::v1::ScheduleService;

ScheduleClient::ScheduleClient(const Connection& connection)
    : connection_(connection), stub_(ScheduleService::NewStub(connection.channel)) {}

absl::StatusOr<schedule::v1::WidthSolution> ScheduleClient::SolveWidths(
    const schedule::v1::WidthProblem& problem) {
  schedule::v1::SolveWidthsRequest request;
  *request.mutable_problem() = problem;
  return Call<schedule::v1::WidthSolution>(connection_, *stub_,
                                           &ScheduleService::StubInterface::SolveWidths, request);
}

absl::StatusOr<schedule::v1::BuildScheduleResponse> ScheduleClient::BuildSchedule(
    const schedule::v1::BuildScheduleRequest& request) {
  return Call<schedule::v1::BuildScheduleResponse>(
      connection_, *stub_, &ScheduleService::StubInterface::BuildSchedule, request);
}

absl::StatusOr<schedule::v1::ListFamiliesResponse> ScheduleClient::ListFamilies() {
  return Call<schedule::v1::ListFamiliesResponse>(connection_, *stub_,
                                                  &ScheduleService::StubInterface::ListFamilies,
                                                  schedule::v1::ListFamiliesRequest());
}

absl::StatusOr<schedule::v1::ExportScheduleResponse> ScheduleClient::ExportSchedule(
    const schedule::v1::ExportScheduleRequest& request) {
  return Call<schedule::v1::ExportScheduleResponse>(
      connection_, *stub_, &ScheduleService::StubInterface::ExportSchedule, request);
}

absl::StatusOr<schedule::v1::ImportScheduleResponse> ScheduleClient::ImportSchedule(
    const schedule::v1::ImportScheduleRequest& request) {
  return Call<schedule::v1::ImportScheduleResponse>(
      connection_, *stub_, &ScheduleService::StubInterface::ImportSchedule, request);
}

}  // namespace widthlab::client
