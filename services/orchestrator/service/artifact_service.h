// The artifact service over any ArtifactStore.
//
//   ASSIGN_OR_RETURN(auto store, artifact::LocalArtifactStore::Open({.folder = data.path()}));
//   ASSIGN_OR_RETURN(auto service, ArtifactServiceImpl::Open(*store, data.path() + "/uploads",
//   host));
//
// Handlers only convert: the store checks and answers.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/rpc/call.h"
#include "common/rpc/host.h"
#include "services/orchestrator/service/artifact_service_uploads.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"

namespace widthlab::orchestrator {

class ArtifactServiceImpl final : public artifact::v1::ArtifactService::Service {
 public:
  // `uploads_folder` holds blobs that clients send in pieces. `store` and `host` must outlive the
  // service.
  static absl::StatusOr<std::unique_ptr<ArtifactServiceImpl>> Open(
      artifact::ArtifactStore& store, const std::string& uploads_folder, rpc::Host& host);

  grpc::Status CreateArtifact(grpc::ServerContext* context,
                              const artifact::v1::CreateArtifactRequest* request,
                              artifact::v1::Artifact* response) override;
  grpc::Status FindByCacheKey(grpc::ServerContext* context,
                              const artifact::v1::FindByCacheKeyRequest* request,
                              artifact::v1::Artifact* response) override;
  grpc::Status FindMissingBlobs(grpc::ServerContext* context,
                                const artifact::v1::FindMissingBlobsRequest* request,
                                artifact::v1::FindMissingBlobsResponse* response) override;
  grpc::Status GetArtifact(grpc::ServerContext* context,
                           const artifact::v1::GetArtifactRequest* request,
                           artifact::v1::Artifact* response) override;
  grpc::Status ListArtifacts(grpc::ServerContext* context,
                             const artifact::v1::ListArtifactsRequest* request,
                             artifact::v1::ListArtifactsResponse* response) override;
  grpc::Status GetLineage(grpc::ServerContext* context,
                          const artifact::v1::GetLineageRequest* request,
                          artifact::v1::Lineage* response) override;
  grpc::Status UpdateLabels(grpc::ServerContext* context,
                            const artifact::v1::UpdateLabelsRequest* request,
                            artifact::v1::Artifact* response) override;
  grpc::Status ReadBlob(grpc::ServerContext* context, const artifact::v1::ReadBlobRequest* request,
                        grpc::ServerWriter<artifact::v1::ReadBlobResponse>* writer) override;
  grpc::Status WriteBlob(grpc::ServerContext* context,
                         grpc::ServerReader<artifact::v1::WriteBlobRequest>* reader,
                         artifact::v1::WriteBlobResponse* response) override;
  grpc::Status QueryBlobUpload(grpc::ServerContext* context,
                               const artifact::v1::QueryBlobUploadRequest* request,
                               artifact::v1::QueryBlobUploadResponse* response) override;
  grpc::Status ImportText(grpc::ServerContext* context,
                          grpc::ServerReader<artifact::v1::ImportTextRequest>* reader,
                          artifact::v1::Artifact* response) override;
  grpc::Status VerifyArtifact(grpc::ServerContext* context,
                              const artifact::v1::VerifyArtifactRequest* request,
                              artifact::v1::Verification* response) override;
  grpc::Status DeleteArtifact(grpc::ServerContext* context,
                              const artifact::v1::DeleteArtifactRequest* request,
                              artifact::v1::DeleteArtifactResponse* response) override;

 private:
  ArtifactServiceImpl(artifact::ArtifactStore& store, std::unique_ptr<Uploads> uploads,
                      rpc::Host& host);

  artifact::ArtifactStore& store_;
  std::unique_ptr<Uploads> uploads_;
  rpc::Calls calls_;
};

}  // namespace widthlab::orchestrator

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ARTIFACT_SERVICE_H_
