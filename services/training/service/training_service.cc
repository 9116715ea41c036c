#include "services/training/service/training_service.h"

#include <string>

#include "services/training/core/train_step.h"

namespace widthlab::training {

TrainingServiceImpl::TrainingServiceImpl(job::JobExecutor& executor, job::StepJobs& steps,
                                         rpc::Host& host)
    : executor_(executor), steps_(steps), calls_(v1::TrainingService::service_full_name(), host) {}

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

}  // namespace widthlab::training
