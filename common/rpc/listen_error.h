// Says why an address cannot be listened on; gRPC itself does not.
#ifndef WIDTHLAB_COMMON_RPC_LISTEN_ERROR_H_
#define WIDTHLAB_COMMON_RPC_LISTEN_ERROR_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace widthlab::rpc {

// INVALID_ARGUMENT on `field` unless `address` reads HOST:PORT with a port of 0 to 65535.
absl::Status CheckAddress(std::string_view field, const std::string& address);

// FAILED_PRECONDITION CANNOT_LISTEN, after trying to bind `address` once more by hand. `field` is
// the flag's name, for instance "listen".
absl::Status WhyCannotListen(std::string_view field, const std::string& address);

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_LISTEN_ERROR_H_
