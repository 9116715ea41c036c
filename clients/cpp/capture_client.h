// Captures as the capture service runs them.
//
//   ASSIGN_OR_RETURN(const Job job, CaptureActivations(connections.capture, request));
#ifndef WIDTHLAB_CLIENTS_CPP_CAPTURE_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_CAPTURE_CLIENT_H_

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "widthlab/capture/v1/capture_service.pb.h"

namespace widthlab::client {

// The model may be a path or a name on the server: the first time it is met its files are read,
// which may take minutes.
absl::StatusOr<job::v1::Job> CaptureActivations(
    const Connection& connection, const capture::v1::CaptureActivationsRequest& request);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_CAPTURE_CLIENT_H_
