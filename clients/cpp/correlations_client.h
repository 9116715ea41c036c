// How profiles go with sensitivity, with the norm, and between models, as
// PipelineClient::RunDiagnostics made it.
//
//   ASSIGN_OR_RETURN(const Correlations correlations,
//                    ReadCorrelations(connections.orchestrator, artifact));
#ifndef WIDTHLAB_CLIENTS_CPP_CORRELATIONS_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_CORRELATIONS_CLIENT_H_

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/pipeline/v1/correlations.pb.h"

namespace widthlab::client {

// INVALID_ARGUMENT on field "CORRELATIONS" for an artifact without correlations.json.
absl::StatusOr<pipeline::v1::Correlations> ReadCorrelations(const Connection& connection,
                                                            const artifact::v1::Artifact& artifact);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_CORRELATIONS_CLIENT_H_
