// Clouds, models, token shards and training results that were made elsewhere.
//
//   ASSIGN_OR_RETURN(const Artifact activations,
//                    ImportActivations(connections, file.bytes(), request));
//   ASSIGN_OR_RETURN(const auto arms, ImportTrainingResults(connections.training, request));
#ifndef WIDTHLAB_CLIENTS_CPP_IMPORT_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_IMPORT_CLIENT_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/capture/v1/capture_service.pb.h"
#include "widthlab/training/v1/training_service.pb.h"

namespace widthlab::client {

// Sends the bytes of a safetensors file to the artifact service, unless it has them, and imports
// them as `request` says, whose `cloud_digest` is filled in.
absl::StatusOr<artifact::v1::Artifact> ImportActivations(
    const Connections& to, std::string_view bytes, capture::v1::ImportActivationsRequest request);

// A model by its path on the server or its name in the server's Hugging Face cache; as
// ModelOnServer says it.
absl::StatusOr<artifact::v1::Artifact> ImportModel(const Connection& capture,
                                                   const std::string& model);

// A token shard or a folder of them by its path on the server, made absolute as ModelOnServer does.
// `format` is a word of ImportTokensRequest, or empty.
absl::StatusOr<artifact::v1::Artifact> ImportTokens(const Connection& capture,
                                                    const std::string& path,
                                                    const std::string& format);

// The same of files on this machine, which are sent unless the server has them. Errors of
// FindTokenFiles, which finds the .idx of a .bin too.
absl::StatusOr<artifact::v1::Artifact> UploadTokens(const Connections& to, const std::string& path,
                                                    const std::string& format);

absl::StatusOr<training::v1::ImportTrainingResultsResponse> ImportTrainingResults(
    const Connection& training, const training::v1::ImportTrainingResultsRequest& request);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_IMPORT_CLIENT_H_
