// Sends a blob to the artifact service; a connection that breaks goes on where the server stopped.
#ifndef WIDTHLAB_CLIENTS_CPP_BLOB_UPLOAD_H_
#define WIDTHLAB_CLIENTS_CPP_BLOB_UPLOAD_H_

#include "absl/status/status.h"
#include "clients/cpp/connection.h"
#include "common/artifact/blob_store.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"

namespace widthlab::client {

// `source` has the blob. Blobs of over 8 MiB are sent as resumable uploads.
absl::Status UploadBlob(const Connection& connection,
                        artifact::v1::ArtifactService::StubInterface& stub,
                        artifact::BlobStore& source, const artifact::BlobInfo& blob);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_BLOB_UPLOAD_H_
