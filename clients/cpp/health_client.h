// Whether a server takes calls.
//
//   ASSIGN_OR_RETURN(const bool serving, IsServing(to.orchestrator, ""));
#ifndef WIDTHLAB_CLIENTS_CPP_HEALTH_CLIENT_H_
#define WIDTHLAB_CLIENTS_CPP_HEALTH_CLIENT_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"

namespace widthlab::client {

// False while the server drains. `service` is a full name, for instance
// "widthlab.geometry.v1.GeometryService"; empty asks for the whole server. Asked once, with 5 s for
// the answer. NOT_FOUND for a service that the server does not have, UNAVAILABLE where there is no
// server.
absl::StatusOr<bool> IsServing(const Connection& connection, const std::string& service);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_HEALTH_CLIENT_H_
