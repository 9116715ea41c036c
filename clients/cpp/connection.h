// Where the services are, and how calls to them are made.
//
//   ASSIGN_OR_RETURN(const Connections to, Connections::Open({.server = "127.0.0.1:7070"}));
//   JobClient jobs(to.orchestrator);
//
// One address is enough where one process has every service or a proxy stands in front; an area
// with an address of its own is asked there.
#ifndef WIDTHLAB_CLIENTS_CPP_CONNECTION_H_
#define WIDTHLAB_CLIENTS_CPP_CONNECTION_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cpp/retry.h"
#include "grpcpp/channel.h"

namespace widthlab::client {

// One server as a client sees it. Cheap to copy; copies share the channel.
struct Connection {
  std::string address = {};
  std::shared_ptr<grpc::Channel> channel = {};
  RetryPolicy retry = {};
};

// HOST:PORT of each area; empty means `server`.
struct Addresses {
  std::string server = "127.0.0.1:7070";
  std::string orchestrator = {};
  std::string capture = {};
  std::string geometry = {};
  std::string schedule = {};
  std::string training = {};
};

struct Connections {
  Connection orchestrator = {};
  Connection capture = {};
  Connection geometry = {};
  Connection schedule = {};
  Connection training = {};

  // Channels connect when first used, so an absent server is an error of the first call.
  // INVALID_ARGUMENT names the area whose address is not HOST:PORT.
  static absl::StatusOr<Connections> Open(const Addresses& addresses,
                                          const RetryPolicy& retry = {});
};

// INVALID_ARGUMENT on `field` unless `address` is HOST:PORT with a port from 1 to 65535. An IPv6
// host stands in brackets.
absl::Status CheckAddress(std::string_view field, std::string_view address);

// The status of a call: an UNAVAILABLE that no server made says which address did not answer and
// what to do, with reason SERVER_UNREACHABLE. Any other comes back as it is.
absl::Status ExplainUnreachable(const Connection& connection, const absl::Status& status);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_CONNECTION_H_
