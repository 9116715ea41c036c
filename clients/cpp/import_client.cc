#include "clients/cpp/import_client.h"

#include <memory>

#include "clients/cpp/blob_upload.h"
#include "clients/cpp/call.h"
#include "clients/cpp/model_client.h"
#include "common/status/macros.h"
#include "widthlab/capture/v1/capture_service.grpc.pb.h"
#include "widthlab/training/v1/training_service.grpc.pb.h"

namespace widthlab::client {

using Capture = capture::v1::CaptureService::StubInterface;
using Training = training::v1::TrainingService::StubInterface;

absl::StatusOr<artifact::v1::Artifact> ImportActivations(
    const Connections& to, std::string_view bytes, capture::v1::ImportActivationsRequest request) {
  ASSIGN_OR_RETURN(const artifact::BlobInfo blob, UploadBytes(to.orchestrator, bytes));
  request.set_cloud_digest(blob.digest);
  const std::unique_ptr<Capture> stub = capture::v1::CaptureService::NewStub(to.capture.channel);
  // The server reads every number.
  return Call<artifact::v1::Artifact>(to.capture, *stub, &Capture::ImportActivations, request,
                                      {.timeout = absl::Hours(1)});
}

absl::StatusOr<artifact::v1::Artifact> ImportModel(const Connection& capture,
                                                   const std::string& model) {
  const std::unique_ptr<Capture> stub = capture::v1::CaptureService::NewStub(capture.channel);
  capture::v1::ImportModelRequest request;
  request.set_model(ModelOnServer(model));
  // The first import reads every byte.
  return Call<artifact::v1::Artifact>(capture, *stub, &Capture::ImportModel, request,
                                      {.timeout = absl::Hours(1)});
}

absl::StatusOr<training::v1::ImportTrainingResultsResponse> ImportTrainingResults(
    const Connection& training, const training::v1::ImportTrainingResultsRequest& request) {
  const std::unique_ptr<Training> stub = training::v1::TrainingService::NewStub(training.channel);
  return Call<training::v1::ImportTrainingResultsResponse>(
      training, *stub, &Training::ImportTrainingResults, request, {.timeout = absl::Minutes(10)});
}

}  // namespace widthlab::client
