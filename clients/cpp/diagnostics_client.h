// Whether a profile of a model may be trusted.
//
//   ASSIGN_OR_RETURN(const Job job, Diagnose(connections.capture, request));
//   ...                                              // until it is done (job_client.h)
//   ASSIGN_OR_RETURN(const Diagnostics diagnostics, ReadDiagnostics(connections.orchestrator,
//                                                                   artifact));
#ifndef WIDTHLAB_CLIENTS_CPP_DIAGNOSTICS_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_DIAGNOSTICS_CLIENT_H_

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/capture/v1/capture_service.pb.h"
#include "widthlab/capture/v1/diagnostics.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::client {

// The model of the spec may be what ModelOnServer understands (model_client.h).
absl::StatusOr<job::v1::Job> Diagnose(const Connection& capture,
                                      capture::v1::DiagnoseRequest request);

// INVALID_ARGUMENT on field "DIAGNOSTICS" for an artifact of another kind.
absl::StatusOr<capture::v1::Diagnostics> ReadDiagnostics(const Connection& connection,
                                                         const artifact::v1::Artifact& artifact);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_DIAGNOSTICS_CLIENT_H_
