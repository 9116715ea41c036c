#include "services/training/service/training_service.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/training/core/imports/import_results.h"
#include "services/training/core/train_step.h"

namespace widthlab::training {
namespace {

constexpr size_t kMostCsvBytes = size_t{3} << 20;

}  // namespace

TrainingServiceImpl::TrainingServiceImpl(job::JobExecutor& executor, job::StepJobs& steps,
                                         artifact::ArtifactStore& store, rpc::Host& host)
    : executor_(executor),
      steps_(steps),
      store_(store),
      calls_(v1::TrainingService::service_full_name(), host) {}

grpc::Status TrainingServiceImpl::Train(grpc::ServerContext* context,
                                        const v1::TrainRequest* request, job::v1::Job* response) {
  return calls_.Unary("Train", context, response,
                      [&](rpc::Call&) { return steps_.Submit(kTrainKind, *request); });
}

grpc::Status TrainingServiceImpl::StreamMetrics(
    grpc::ServerContext* context, const v1::StreamMetricsRequest* request,
    grpc::ServerWriter<v1::StreamMetricsResponse>* writer) {
  using Response = v1::StreamMetricsResponse;
  return calls_.ServerStream(
      "StreamMetrics", context, writer,
      [&](rpc::Call& call, rpc::StreamWriter<Response>& out) -> absl::Status {
        const auto send = [&out](const std::string& event) -> absl::Status {
          Response response;
          if (!response.mutable_metric()->ParseFromString(event)) {
            return absl::InternalError("an event of the job is no training metric");
          }
          return out.Write(response);
        };
        return executor_.WatchEvents(request->job(), send, [&call] { return call.CheckWatch(); });
      });
}

grpc::Status TrainingServiceImpl::ImportTrainingResults(
    grpc::ServerContext* context, const v1::ImportTrainingResultsRequest* request,
    v1::ImportTrainingResultsResponse* response) {
  using Response = v1::ImportTrainingResultsResponse;
  return calls_.Unary(
      "ImportTrainingResults", context, response, [&](rpc::Call& call) -> absl::StatusOr<Response> {
        if (request->csv().size() > kMostCsvBytes) {
          return InvalidField(
              "csv", absl::StrCat(request->csv().size(), " bytes"),
              absl::StrCat("at most ", kMostCsvBytes, "; leave steps out, or import in parts"));
        }
        const ResultImport what{
            .csv = request->csv(),
            .source = request->source(),
            .architectures = {request->architectures().begin(), request->architectures().end()}};
        ASSIGN_OR_RETURN(const std::vector<ImportedRuns> imported,
                         ImportResults(what, store_, [&call] { return call.Check(); }));
        Response answer;
        for (const ImportedRuns& runs : imported) {
          v1::ImportedArm& arm = *answer.add_arms();
          arm.set_name(runs.arm);
          *arm.mutable_seeds() = {runs.seeds.begin(), runs.seeds.end()};
          *arm.mutable_runs() = {runs.runs.begin(), runs.runs.end()};
        }
        return answer;
      });
}

}  // namespace widthlab::training
