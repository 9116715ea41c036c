// TCP ports of this machine that nobody listens on.
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_FREE_PORT_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_FREE_PORT_H_

#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::cli {

// Different ports on 127.0.0.1, free at the moment of the call. RESOURCE_EXHAUSTED where there are
// not as many.
absl::StatusOr<std::vector<int>> FreePorts(int count);

bool IsFree(int port);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_FREE_PORT_H_
