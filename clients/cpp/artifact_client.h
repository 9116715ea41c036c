// Artifacts as the catalogue shows them. Files are fetched by download.h, text is imported by
// text_upload.h.
//
//   ArtifactClient artifacts(connections.orchestrator);
//   ASSIGN_OR_RETURN(const Artifact artifact, artifacts.Get("3fa9c1e2"));
//
// Safe to use from many threads.
#ifndef WIDTHLAB_CLIENTS_CPP_ARTIFACT_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_ARTIFACT_CLIENT_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/artifact/v1/artifact_service.grpc.pb.h"

namespace widthlab::client {

class ArtifactClient {
 public:
  explicit ArtifactClient(Connection connection);

  // By "artifacts/{id}", the id, or its first digits.
  absl::StatusOr<artifact::v1::Artifact> Get(const std::string& name);
  absl::StatusOr<artifact::v1::ListArtifactsResponse> List(
      const artifact::v1::ListArtifactsRequest& request);
  absl::StatusOr<artifact::v1::Lineage> GetLineage(const artifact::v1::GetLineageRequest& request);

  // Reads every byte on the server, so it may take long.
  absl::StatusOr<artifact::v1::Verification> Verify(const std::string& name);

 private:
  Connection connection_;
  std::unique_ptr<artifact::v1::ArtifactService::StubInterface> stub_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_ARTIFACT_CLIENT_H_
