// The capture service: captures as jobs, imports and questions about models at once.
//
//   CaptureServiceImpl service(steps, store, pool, import_roots, host);
#ifndef WIDTHLAB_SERVICES_CAPTURE_SERVICE_CAPTURE_SERVICE_H_
#define WIDTHLAB_SERVICES_CAPTURE_SERVICE_CAPTURE_SERVICE_H_

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/job/step_jobs.h"
#include "common/numeric/thread_pool.h"
#include "common/rpc/call.h"
#include "common/rpc/host.h"
#include "services/capture/core/inspect_model.h"
#include "services/host/import_roots.h"
#include "services/host/model_references.h"
#include "widthlab/capture/v1/capture_service.grpc.pb.h"

namespace widthlab::capture {

class CaptureServiceImpl final : public v1::CaptureService::Service {
 public:
  // All must outlive the service.
  CaptureServiceImpl(job::StepJobs& steps, artifact::ArtifactStore& store,
                     numeric::ThreadPool& pool, const host::ImportRoots& import_roots,
                     rpc::Host& host);

  grpc::Status CaptureActivations(grpc::ServerContext* context,
                                  const v1::CaptureActivationsRequest* request,
                                  job::v1::Job* response) override;
  grpc::Status MeasureSensitivity(grpc::ServerContext* context,
                                  const v1::MeasureSensitivityRequest* request,
                                  job::v1::Job* response) override;
  grpc::Status Diagnose(grpc::ServerContext* context, const v1::DiagnoseRequest* request,
                        job::v1::Job* response) override;
  grpc::Status ImportActivations(grpc::ServerContext* context,
                                 const v1::ImportActivationsRequest* request,
                                 artifact::v1::Artifact* response) override;
  grpc::Status ImportModel(grpc::ServerContext* context, const v1::ImportModelRequest* request,
                           artifact::v1::Artifact* response) override;
  grpc::Status ImportTokens(grpc::ServerContext* context, const v1::ImportTokensRequest* request,
                            artifact::v1::Artifact* response) override;
  grpc::Status InspectModel(grpc::ServerContext* context, const v1::InspectModelRequest* request,
                            v1::ModelInspection* response) override;
  grpc::Status Tokenize(grpc::ServerContext* context, const v1::TokenizeRequest* request,
                        v1::TokenizeResponse* response) override;

 private:
  // Of an artifact's id, or of a path below an import root.
  absl::StatusOr<ModelFacts> Facts(const std::string& model);

  // Submits a request whose spec's `model` may be a path or name: it becomes the artifact that it
  // is, before anything is kept.
  template <typename Request>
  absl::StatusOr<job::v1::Job> Submit(const char* kind, Request request, rpc::Call& call);

  job::StepJobs& steps_;
  artifact::ArtifactStore& store_;
  numeric::ThreadPool& pool_;
  const host::ImportRoots& import_roots_;
  const host::ModelReferences models_;
  rpc::Calls calls_;
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_SERVICE_CAPTURE_SERVICE_H_
