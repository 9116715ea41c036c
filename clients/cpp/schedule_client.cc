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

absl::StatusOr<schedule::v1::CompareSchedulesResponse> ScheduleClient::CompareSchedules(
    const schedule::v1::CompareSchedulesRequest& request) {
  return Call<schedule::v1::CompareSchedulesResponse>(
      connection_, *stub_, &ScheduleService::StubInterface::CompareSchedules, request);
}

absl::StatusOr<schedule::v1::RenderSchedulesResponse> ScheduleClient::RenderSchedules(
    const schedule::v1::RenderSchedulesRequest& request) {
  return Call<schedule::v1::RenderSchedulesResponse>(
      connection_, *stub_, &ScheduleService::StubInterface::RenderSchedules, request);
}

absl::StatusOr<schedule::v1::ScalingLawFits> ScheduleClient::FitScalingLaw(
    const schedule::v1::FitScalingLawRequest& request) {
  return Call<schedule::v1::ScalingLawFits>(
      connection_, *stub_, &ScheduleService::StubInterface::FitScalingLaw, request);
}

absl::StatusOr<model::v1::Accounts> ScheduleClient::CountParameters(
    const schedule::v1::CountParametersRequest& request) {
  return Call<model::v1::Accounts>(connection_, *stub_,
                                   &ScheduleService::StubInterface::CountParameters, request);
}

}  // namespace widthlab::client
