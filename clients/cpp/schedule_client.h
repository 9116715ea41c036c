// The schedule service: everything is answered at once.
//
//   ScheduleClient schedules(connections.schedule);
//   ASSIGN_OR_RETURN(const WidthSolution solution, schedules.SolveWidths(problem));
#ifndef WIDTHLAB_CLIENTS_CPP_SCHEDULE_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_SCHEDULE_CLIENT_H_

#include <memory>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/schedule/v1/schedule_service.grpc.pb.h"

namespace widthlab::client {

class ScheduleClient {
 public:
  explicit ScheduleClient(const Connection& connection);

  absl::StatusOr<schedule::v1::WidthSolution> SolveWidths(
      const schedule::v1::WidthProblem& problem);
  absl::StatusOr<schedule::v1::BuildScheduleResponse> BuildSchedule(
      const schedule::v1::BuildScheduleRequest& request);
  absl::StatusOr<schedule::v1::ListFamiliesResponse> ListFamilies();
  absl::StatusOr<schedule::v1::ExportScheduleResponse> ExportSchedule(
      const schedule::v1::ExportScheduleRequest& request);
  absl::StatusOr<schedule::v1::ImportScheduleResponse> ImportSchedule(
      const schedule::v1::ImportScheduleRequest& request);
  absl::StatusOr<schedule::v1::CompareSchedulesResponse> CompareSchedules(
      const schedule::v1::CompareSchedulesRequest& request);
  absl::StatusOr<schedule::v1::RenderSchedulesResponse> RenderSchedules(
      const schedule::v1::RenderSchedulesRequest& request);
  absl::StatusOr<schedule::v1::ScalingLawFits> FitScalingLaw(
      const schedule::v1::FitScalingLawRequest& request);
  absl::StatusOr<model::v1::Accounts> CountParameters(
      const schedule::v1::CountParametersRequest& request);

 private:
  Connection connection_;
  std::unique_ptr<schedule::v1::ScheduleService::StubInterface> stub_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_SCHEDULE_CLIENT_H_
