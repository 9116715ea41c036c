// The streams of the artifact service.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_BLOBS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_BLOBS_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/blob_store.h"
#include "common/rpc/call.h"
#include "services/orchestrator/service/artifact_service_uploads.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"

namespace widthlab::orchestrator {

// A range of a blob. A whole blob is checked against its digest while it is sent.
absl::Status SendBlob(artifact::BlobStore& blobs, const artifact::v1::ReadBlobRequest& request,
                      rpc::StreamWriter<artifact::v1::ReadBlobResponse>& out);

absl::StatusOr<artifact::v1::WriteBlobResponse> ReceiveBlob(
    Uploads& uploads, rpc::StreamReader<artifact::v1::WriteBlobRequest>& in);

}  // namespace widthlab::orchestrator

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_BLOBS_H_
