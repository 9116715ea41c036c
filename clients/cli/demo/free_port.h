// TCP ports of this machine that nobody listens on.
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_FREE_PORT_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_FREE_PORT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace widthlab::cli {

// Different ports on 127.0.0.1, free at the moment of the call. RESOURCE_EXHAUSTED where there are
// not as many.
absl::StatusOr<std::vector<int>> FreePorts(int count);

// Whether `port` is free, or becomes so within `patience`: connections to a server that was killed
// hold its port until their other ends notice.
bool BecomesFree(int port, absl::Duration patience);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_FREE_PORT_H_
