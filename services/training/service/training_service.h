// The training service: makes jobs of requests, streams their loss curves, and imports those of
// others.
//
//   TrainingServiceImpl service(executor, steps, store, host);
#ifndef WIDTHLAB_SERVICES_TRAINING_SERVICE_TRAINING_SERVICE_H_
#define WIDTHLAB_SERVICES_TRAINING_SERVICE_TRAINING_SERVICE_H_

#include "common/artifact/artifact_store.h"
#include "common/job/job_executor.h"
#include "common/job/step_jobs.h"
#include "common/rpc/call.h"
#include "common/rpc/host.h"
#include "widthlab/training/v1/training_service.grpc.pb.h"

namespace widthlab::training {

class TrainingServiceImpl final : public v1::TrainingService::Service {
 public:
  // All must outlive the service.
  TrainingServiceImpl(job::JobExecutor& executor, job::StepJobs& steps,
                      artifact::ArtifactStore& store, rpc::Host& host);

  grpc::Status Train(grpc::ServerContext* context, const v1::TrainRequest* request,
                     job::v1::Job* response) override;
  grpc::Status StreamMetrics(grpc::ServerContext* context, const v1::StreamMetricsRequest* request,
                             grpc::ServerWriter<v1::StreamMetricsResponse>* writer) override;
  grpc::Status ImportTrainingResults(grpc::ServerContext* context,
                                     const v1::ImportTrainingResultsRequest* request,
                                     v1::ImportTrainingResultsResponse* response) override;

 private:
  job::JobExecutor& executor_;
  job::StepJobs& steps_;
  artifact::ArtifactStore& store_;
  rpc::Calls calls_;
};

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_SERVICE_TRAINING_SERVICE_H_
