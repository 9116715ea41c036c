#include "clients/cpp/connection.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "common/rpc/channel.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::client {

absl::Status CheckAddress(std::string_view field, std::string_view address) {
  constexpr std::string_view kAllowed = "HOST:PORT with a port from 1 to 65535";
  const size_t colon = address.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return InvalidField(field, address, kAllowed);
  const std::string_view host = address.substr(0, colon);
  const bool bracketed = host.front() == '[' && host.back() == ']';
  int port = 0;
  if (!absl::SimpleAtoi(std::string(address.substr(colon + 1)), &port) || port < 1 ||
      port > 65535 || (host.find(':') != std::string_view::npos && !bracketed) ||
      host.find('/') != std::string_view::npos) {
    return InvalidField(field, address, kAllowed);
  }
  return absl::OkStatus();
}

absl::StatusOr<Connections> Connections::Open(const Addresses& addresses,
                                              const RetryPolicy& retry) {
  Connections result;
  RETURN_IF_ERROR(CheckAddress("server", addresses.server));
  const Connection shared{addresses.server, rpc::Connect(addresses.server), retry};
  const auto open = [&](std::string_view area, const std::string& address,
                        Connection& connection) -> absl::Status {
    connection = shared;
    if (address.empty() || address == addresses.server) return absl::OkStatus();
    RETURN_IF_ERROR(CheckAddress(area, address));
    connection.address = address;
    connection.channel = rpc::Connect(address);
    return absl::OkStatus();
  };
  RETURN_IF_ERROR(open("orchestrator", addresses.orchestrator, result.orchestrator));
  RETURN_IF_ERROR(open("capture", addresses.capture, result.capture));
  RETURN_IF_ERROR(open("geometry", addresses.geometry, result.geometry));
  RETURN_IF_ERROR(open("schedule", addresses.schedule, result.schedule));
  RETURN_IF_ERROR(open("training", addresses.training, result.training));
  return result;
}

absl::Status ExplainUnreachable(const Connection& connection, const absl::Status& status) {
  const bool from_server = FactsOf(status).has_value();
  if (status.code() != absl::StatusCode::kUnavailable || from_server) return status;
  return MakeError(
      absl::StatusCode::kUnavailable, {.reason = "SERVER_UNREACHABLE", .field = "server"},
      absl::StrCat("no server answers at ", connection.address, "; `./run serve` starts one (",
                   std::string(status.message()), ")"));
}

}  // namespace widthlab::client
