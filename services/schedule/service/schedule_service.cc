#include "services/schedule/service/schedule_service.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "common/architecture/architecture.h"
#include "common/architecture/proto_form.h"
#include "common/job/cancel_token.h"
#include "common/job/progress_sink.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/build_schedule.h"
#include "services/schedule/core/problem_proto.h"
#include "services/schedule/service/compare.h"
#include "services/schedule/service/exchange.h"
#include "services/schedule/service/list_families.h"
#include "services/schedule/service/scaling.h"

namespace widthlab::schedule {
namespace {

absl::StatusOr<model::v1::Accounts> Count(const v1::CountParametersRequest& request) {
  model::v1::Architecture proto = request.architecture();
  if (const absl::Status s = spec::Resolve(proto); !s.ok()) return UnderField(s, "architecture");
  const absl::StatusOr<architecture::Architecture> shape = architecture::FromProto(proto);
  if (!shape.ok()) return UnderField(shape.status(), "architecture");
  const int64_t length = request.sequence_length();
  if (length < 0 || length > shape->max_positions) {
    return InvalidField("sequence_length", absl::StrCat(length),
                        absl::StrCat("in [0, ", shape->max_positions, "], the model's positions"));
  }
  return architecture::AccountsProto(*shape, length == 0 ? shape->max_positions : length);
}

}  // namespace

ScheduleServiceImpl::ScheduleServiceImpl(artifact::ArtifactStore& store, numeric::ThreadPool& pool,
                                         rpc::Host& host)
    : store_(store),
      pool_(pool),
      build_schedule_(BuildScheduleStep()),
      calls_(v1::ScheduleService::service_full_name(), host) {}

absl::Status ScheduleServiceImpl::Show(const artifact::v1::Artifact& artifact,
                                       v1::BuildScheduleResponse& response) {
  *response.mutable_artifact() = artifact;
  ASSIGN_OR_RETURN(*response.mutable_schedule(), ReadSchedule(store_, artifact));
  return absl::OkStatus();
}

absl::StatusOr<v1::BuildScheduleResponse> ScheduleServiceImpl::Build(
    const v1::BuildScheduleRequest& request) {
  ASSIGN_OR_RETURN(const job::PreparedStep prepared,
                   job::PrepareStep(build_schedule_, request.spec(), store_));
  v1::BuildScheduleResponse response;
  response.set_cache_key(prepared.identity.cache_key);
  *response.mutable_resolved_spec() = static_cast<const v1::ScheduleSpec&>(*prepared.spec);
  if (request.validate_only()) {
    ASSIGN_OR_RETURN(const std::optional<artifact::v1::Artifact> found,
                     store_.FindByCacheKey(response.cache_key()));
    response.set_cached(found.has_value());
    if (found.has_value()) RETURN_IF_ERROR(Show(*found, response));
    return response;
  }
  job::NullProgressSink progress;
  const job::CancelToken cancel;
  ASSIGN_OR_RETURN(const job::v1::StepResult result,
                   job::RunStep(build_schedule_, prepared, store_, pool_, progress, cancel,
                                {.ignore_cache = request.ignore_cache()}));
  response.set_cached(result.cached());
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store_.Get(result.artifact()));
  RETURN_IF_ERROR(Show(artifact, response));
  return response;
}

grpc::Status ScheduleServiceImpl::BuildSchedule(grpc::ServerContext* context,
                                                const v1::BuildScheduleRequest* request,
                                                v1::BuildScheduleResponse* response) {
  return calls_.Unary("BuildSchedule", context, response,
                      [&](rpc::Call&) { return Build(*request); });
}

grpc::Status ScheduleServiceImpl::SolveWidths(grpc::ServerContext* context,
                                              const v1::SolveWidthsRequest* request,
                                              v1::WidthSolution* response) {
  return calls_.Unary("SolveWidths", context, response,
                      [&](rpc::Call&) { return schedule::SolveWidths(request->problem()); });
}

grpc::Status ScheduleServiceImpl::CountParameters(grpc::ServerContext* context,
                                                  const v1::CountParametersRequest* request,
                                                  model::v1::Accounts* response) {
  return calls_.Unary("CountParameters", context, response,
                      [&](rpc::Call&) { return Count(*request); });
}

grpc::Status ScheduleServiceImpl::ExportSchedule(grpc::ServerContext* context,
                                                 const v1::ExportScheduleRequest* request,
                                                 v1::ExportScheduleResponse* response) {
  return calls_.Unary("ExportSchedule", context, response,
                      [&](rpc::Call&) { return schedule::ExportSchedule(*request, store_); });
}

grpc::Status ScheduleServiceImpl::ImportSchedule(grpc::ServerContext* context,
                                                 const v1::ImportScheduleRequest* request,
                                                 v1::ImportScheduleResponse* response) {
  return calls_.Unary("ImportSchedule", context, response,
                      [&](rpc::Call&) { return schedule::ImportSchedule(*request); });
}

grpc::Status ScheduleServiceImpl::CompareSchedules(grpc::ServerContext* context,
                                                   const v1::CompareSchedulesRequest* request,
                                                   v1::CompareSchedulesResponse* response) {
  return calls_.Unary("CompareSchedules", context, response,
                      [&](rpc::Call&) { return schedule::CompareSchedules(*request, store_); });
}

grpc::Status ScheduleServiceImpl::RenderSchedules(grpc::ServerContext* context,
                                                  const v1::RenderSchedulesRequest* request,
                                                  v1::RenderSchedulesResponse* response) {
  return calls_.Unary("RenderSchedules", context, response,
                      [&](rpc::Call&) { return schedule::RenderSchedules(*request, store_); });
}

grpc::Status ScheduleServiceImpl::FitScalingLaw(grpc::ServerContext* context,
                                                const v1::FitScalingLawRequest* request,
                                                v1::ScalingLawFits* response) {
  return calls_.Unary("FitScalingLaw", context, response,
                      [&](rpc::Call&) { return schedule::FitScalingLaw(*request); });
}

grpc::Status ScheduleServiceImpl::ListFamilies(grpc::ServerContext* context,
                                               const v1::ListFamiliesRequest*,
                                               v1::ListFamiliesResponse* response) {
  return calls_.Unary("ListFamilies", context, response,
                      [](rpc::Call&) -> absl::StatusOr<v1::ListFamiliesResponse> {
                        return schedule::ListFamilies();
                      });
}

}  // namespace widthlab::schedule
