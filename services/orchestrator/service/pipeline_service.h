// PipelineService: runs, reproductions and comparisons, over an executor and the stages.
//
//   PipelineStages stages(connections, store, pool);
//   pipeline::RegisterPipelineJobs(executor, stages.map(), store);      // before executor.Start()
//   PipelineServiceImpl service(executor, stages.map(), store, client::LookUpModels(capture),
//   host);
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_PIPELINE_SERVICE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_PIPELINE_SERVICE_H_

#include <string>

#include "common/artifact/artifact_store.h"
#include "common/job/job_executor.h"
#include "common/rpc/call.h"
#include "common/rpc/host.h"
#include "services/orchestrator/core/pipeline/model_lookup.h"
#include "services/orchestrator/core/pipeline/stage.h"
#include "widthlab/pipeline/v1/pipeline_service.grpc.pb.h"

namespace widthlab::pipeline {

class PipelineServiceImpl final : public v1::PipelineService::Service {
 public:
  // All must outlive the service.
  PipelineServiceImpl(job::JobExecutor& executor, const StageMap& stages,
                      artifact::ArtifactStore& store, ModelLookup models, rpc::Host& host);

  grpc::Status RunPipeline(grpc::ServerContext* context, const v1::RunPipelineRequest* request,
                           job::v1::Job* response) override;
  grpc::Status RunDiagnostics(grpc::ServerContext* context,
                              const v1::RunDiagnosticsRequest* request,
                              job::v1::Job* response) override;
  grpc::Status GetRun(grpc::ServerContext* context, const v1::GetRunRequest* request,
                      job::v1::Job* response) override;
  grpc::Status ListRuns(grpc::ServerContext* context, const v1::ListRunsRequest* request,
                        v1::ListRunsResponse* response) override;
  grpc::Status WatchRun(grpc::ServerContext* context, const v1::WatchRunRequest* request,
                        grpc::ServerWriter<job::v1::Job>* writer) override;
  grpc::Status CancelRun(grpc::ServerContext* context, const v1::CancelRunRequest* request,
                         job::v1::Job* response) override;
  grpc::Status ReproduceArtifact(grpc::ServerContext* context,
                                 const v1::ReproduceArtifactRequest* request,
                                 job::v1::Job* response) override;
  grpc::Status GetComparison(grpc::ServerContext* context, const v1::GetComparisonRequest* request,
                             v1::Comparison* response) override;
  grpc::Status RenderFigure(grpc::ServerContext* context, const v1::RenderFigureRequest* request,
                            v1::RenderFigureResponse* response) override;

 private:
  // Errors name the field as the client wrote it: of the template, or of a step.
  absl::StatusOr<job::v1::Job> Run(const v1::RunPipelineRequest& request);
  absl::StatusOr<job::v1::Job> Diagnose(const v1::RunDiagnosticsRequest& request);
  absl::StatusOr<job::v1::Job> Submit(const std::string& template_name,
                                      const v1::Pipeline& pipeline, const std::string& request_id,
                                      bool validate_only);
  absl::StatusOr<v1::ListRunsResponse> List(const v1::ListRunsRequest& request);
  absl::StatusOr<job::v1::Job> Reproduce(const v1::ReproduceArtifactRequest& request);
  absl::StatusOr<v1::Comparison> ReadComparison(const v1::GetComparisonRequest& request);
  absl::StatusOr<v1::RenderFigureResponse> Render(const v1::RenderFigureRequest& request);

  job::JobExecutor& executor_;
  const StageMap& stages_;
  artifact::ArtifactStore& store_;
  const ModelLookup models_;
  rpc::Calls calls_;
};

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_PIPELINE_SERVICE_H_
