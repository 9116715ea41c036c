#include "common/rpc/listen_error.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::rpc {
namespace {

struct HostAndPort {
  std::string host;
  std::string port;
};

HostAndPort Split(const std::string& address) {
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos) return {address, ""};
  std::string host = address.substr(0, colon);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  return {host, address.substr(colon + 1)};
}

// The error of binding `address`, 0 where it can be bound (the port may have become free since).
int BindError(const addrinfo& info) {
  const int fd = socket(info.ai_family, SOCK_STREAM, 0);
  if (fd < 0) return errno;
  const int yes = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  const bool bound = bind(fd, info.ai_addr, info.ai_addrlen) == 0 && listen(fd, /*backlog=*/1) == 0;
  const int error = bound ? 0 : errno;
  close(fd);
  return error;
}

std::string Explain(const std::string& address) {
  const HostAndPort parts = Split(address);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int code = getaddrinfo(parts.host.c_str(), parts.port.c_str(), &hints, &found);
  if (code != 0) return absl::StrCat("unknown host (", gai_strerror(code), ")");
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owned(found, freeaddrinfo);
  switch (const int error = BindError(*found); error) {
    case EADDRINUSE:
      return "the port is in use";
    case EACCES:
      return "ports below 1024 need more rights";
    case EADDRNOTAVAIL:
      return "the address is not this machine's";
    case 0:
      return "the port was in use a moment ago";
    default:
      return std::strerror(error);
  }
}

}  // namespace

absl::Status CheckAddress(std::string_view field, const std::string& address) {
  const HostAndPort parts = Split(address);
  int port = -1;
  if (parts.host.empty() || !absl::SimpleAtoi(parts.port, &port) || port < 0 || port > 65535) {
    return InvalidField(field, absl::StrCat("\"", address, "\""),
                        "HOST:PORT with a port in [0, 65535]");
  }
  return absl::OkStatus();
}

absl::Status WhyCannotListen(std::string_view field, const std::string& address) {
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.reason = "CANNOT_LISTEN", .field = std::string(field)},
                   absl::StrCat("cannot listen on ", address, ": ", Explain(address),
                                "; choose another address with --", std::string(field)));
}

}  // namespace widthlab::rpc
