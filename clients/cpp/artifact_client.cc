#include "clients/cpp/artifact_client.h"

#include <utility>

#include "clients/cpp/call.h"

namespace widthlab::client {

using artifact::v1::Artifact;
using Stub = artifact::v1::ArtifactService::StubInterface;

ArtifactClient::ArtifactClient(Connection connection)
    : connection_(std::move(connection)),
      stub_(artifact::v1::ArtifactService::NewStub(connection_.channel)) {}

absl::StatusOr<Artifact> ArtifactClient::Get(const std::string& name) {
  artifact::v1::GetArtifactRequest request;
  request.set_name(name);
  return Call<Artifact>(connection_, *stub_, &Stub::GetArtifact, request);
}

absl::StatusOr<artifact::v1::ListArtifactsResponse> ArtifactClient::List(
    const artifact::v1::ListArtifactsRequest& request) {
  return Call<artifact::v1::ListArtifactsResponse>(connection_, *stub_, &Stub::ListArtifacts,
                                                   request);
}

absl::StatusOr<artifact::v1::Lineage> ArtifactClient::GetLineage(
    const artifact::v1::GetLineageRequest& request) {
  return Call<artifact::v1::Lineage>(connection_, *stub_, &Stub::GetLineage, request);
}

absl::StatusOr<artifact::v1::Verification> ArtifactClient::Verify(const std::string& name) {
  artifact::v1::VerifyArtifactRequest request;
  request.set_name(name);
  return Call<artifact::v1::Verification>(connection_, *stub_, &Stub::VerifyArtifact, request,
                                          {.timeout = absl::Hours(1)});
}

}  // namespace widthlab::client
