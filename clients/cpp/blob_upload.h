// Sends a blob to the artifact service; a connection that breaks goes on where the server stopped.
#ifndef WIDTHLAB_CLIENTS_CPP_BLOB_UPLOAD_H_
#define WIDTHLAB_CLIENTS_CPP_BLOB_UPLOAD_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "common/artifact/blob_store.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"

namespace widthlab::client {

// Bytes [offset, offset + limit) of what is sent, fewer at its end.
using BytesReader = std::function<absl::StatusOr<std::string>(int64_t offset, int64_t limit)>;

// `read` gives the bytes of the blob. Blobs of over 8 MiB are sent as resumable uploads.
absl::Status UploadBlob(const Connection& connection,
                        artifact::v1::ArtifactService::StubInterface& stub, const BytesReader& read,
                        const artifact::BlobInfo& blob);

// The same from a store that has the blob.
absl::Status UploadBlob(const Connection& connection,
                        artifact::v1::ArtifactService::StubInterface& stub,
                        artifact::BlobStore& source, const artifact::BlobInfo& blob);

// Sends bytes that lie in memory, for instance a mapped file, unless the server has them already.
absl::StatusOr<artifact::BlobInfo> UploadBytes(const Connection& connection,
                                               std::string_view bytes);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_BLOB_UPLOAD_H_
