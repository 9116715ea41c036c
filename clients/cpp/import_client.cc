#include "clients/cpp/import_client.h"

#include <memory>

#include "clients/cpp/blob_upload.h"
#include "clients/cpp/call.h"
#include "clients/cpp/model_client.h"
#include "common/status/macros.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tensor_io/tokens/find_shards.h"
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

namespace {

absl::StatusOr<artifact::v1::Artifact> SendTokens(const Connection& capture,
                                                  const capture::v1::ImportTokensRequest& request) {
  const std::unique_ptr<Capture> stub = capture::v1::CaptureService::NewStub(capture.channel);
  // The first import reads every byte.
  return Call<artifact::v1::Artifact>(capture, *stub, &Capture::ImportTokens, request,
                                      {.timeout = absl::Hours(1)});
}

}  // namespace

absl::StatusOr<artifact::v1::Artifact> ImportTokens(const Connection& capture,
                                                    const std::string& path,
                                                    const std::string& format) {
  capture::v1::ImportTokensRequest request;
  request.set_path(ModelOnServer(path));
  request.set_format(format);
  return SendTokens(capture, request);
}

absl::StatusOr<artifact::v1::Artifact> UploadTokens(const Connections& to, const std::string& path,
                                                    const std::string& format) {
  ASSIGN_OR_RETURN(const tensor_io::TokenFiles files, tensor_io::FindTokenFiles(path, format));
  capture::v1::ImportTokensRequest request;
  request.set_format(std::string(tensor_io::TokenFormatWord(files.format)));
  request.set_source(path);
  for (const auto& [name, file_path] : files.paths) {
    ASSIGN_OR_RETURN(const tensor_io::MappedFile file, tensor_io::MappedFile::Open(file_path));
    ASSIGN_OR_RETURN(const artifact::BlobInfo blob, UploadBytes(to.orchestrator, file.bytes()));
    RETURN_IF_ERROR(file.CheckUnchanged());
    capture::v1::TokenFile& sent = *request.add_files();
    sent.set_name(name);
    sent.set_digest(blob.digest);
  }
  return SendTokens(to.capture, request);
}

absl::StatusOr<training::v1::ImportTrainingResultsResponse> ImportTrainingResults(
    const Connection& training, const training::v1::ImportTrainingResultsRequest& request) {
  const std::unique_ptr<Training> stub = training::v1::TrainingService::NewStub(training.channel);
  return Call<training::v1::ImportTrainingResultsResponse>(
      training, *stub, &Training::ImportTrainingResults, request, {.timeout = absl::Minutes(10)});
}

}  // namespace widthlab::client
