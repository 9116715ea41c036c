// What each layer of a model is worth to its loss.
//
//   ASSIGN_OR_RETURN(const Job job, MeasureSensitivity(connections.capture, request));
//   ...                                              // until it is done (job_client.h)
//   ASSIGN_OR_RETURN(const Sensitivity sensitivity, ReadSensitivity(connections.orchestrator,
//                                                                   artifact));
#ifndef WIDTHLAB_CLIENTS_CPP_SENSITIVITY_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_SENSITIVITY_CLIENT_H_

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/capture/v1/capture_service.pb.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::client {

// The model of the spec may be what ModelOnServer understands (model_client.h).
absl::StatusOr<job::v1::Job> MeasureSensitivity(const Connection& capture,
                                                capture::v1::MeasureSensitivityRequest request);

// INVALID_ARGUMENT on field "SENSITIVITY" for an artifact of another kind.
absl::StatusOr<capture::v1::Sensitivity> ReadSensitivity(const Connection& connection,
                                                         const artifact::v1::Artifact& artifact);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_SENSITIVITY_CLIENT_H_
