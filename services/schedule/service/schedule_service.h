// The schedule service: converts requests, calls the core, answers at once.
//
//   ScheduleServiceImpl service(store, pool, host);
#ifndef WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCHEDULE_SERVICE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCHEDULE_SERVICE_H_

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/job/step.h"
#include "common/numeric/thread_pool.h"
#include "common/rpc/call.h"
#include "common/rpc/host.h"
#include "widthlab/schedule/v1/schedule_service.grpc.pb.h"

namespace widthlab::schedule {

class ScheduleServiceImpl final : public v1::ScheduleService::Service {
 public:
  // All three must outlive the service.
  ScheduleServiceImpl(artifact::ArtifactStore& store, numeric::ThreadPool& pool, rpc::Host& host);

  grpc::Status BuildSchedule(grpc::ServerContext* context, const v1::BuildScheduleRequest* request,
                             v1::BuildScheduleResponse* response) override;
  grpc::Status SolveWidths(grpc::ServerContext* context, const v1::SolveWidthsRequest* request,
                           v1::WidthSolution* response) override;
  grpc::Status CountParameters(grpc::ServerContext* context,
                               const v1::CountParametersRequest* request,
                               model::v1::Accounts* response) override;
  grpc::Status ExportSchedule(grpc::ServerContext* context,
                              const v1::ExportScheduleRequest* request,
                              v1::ExportScheduleResponse* response) override;
  grpc::Status ImportSchedule(grpc::ServerContext* context,
                              const v1::ImportScheduleRequest* request,
                              v1::ImportScheduleResponse* response) override;
  grpc::Status CompareSchedules(grpc::ServerContext* context,
                                const v1::CompareSchedulesRequest* request,
                                v1::CompareSchedulesResponse* response) override;
  grpc::Status RenderSchedules(grpc::ServerContext* context,
                               const v1::RenderSchedulesRequest* request,
                               v1::RenderSchedulesResponse* response) override;
  grpc::Status FitScalingLaw(grpc::ServerContext* context, const v1::FitScalingLawRequest* request,
                             v1::ScalingLawFits* response) override;
  grpc::Status ListFamilies(grpc::ServerContext* context, const v1::ListFamiliesRequest* request,
                            v1::ListFamiliesResponse* response) override;

 private:
  absl::StatusOr<v1::BuildScheduleResponse> Build(const v1::BuildScheduleRequest& request);

  // Puts the artifact and what it holds into a response.
  absl::Status Show(const artifact::v1::Artifact& artifact, v1::BuildScheduleResponse& response);

  artifact::ArtifactStore& store_;
  numeric::ThreadPool& pool_;
  job::Step build_schedule_;
  rpc::Calls calls_;
};

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_SERVICE_SCHEDULE_SERVICE_H_
