// The flags of `demo` that say where and with what it runs.
//
//   ASSIGN_OR_RETURN(const DemoServerOptions options, ReadServerOptions(arguments));
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_OPTIONS_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_OPTIONS_H_

#include "absl/status/statusor.h"
#include "clients/cli/command.h"
#include "clients/cli/demo/demo_servers.h"

namespace widthlab::cli {

// With an absolute folder, ~/.local/share/widthlab-demo where --data names none. INVALID_ARGUMENT
// names the flag that cannot be; of a model, as ModelRoots does.
absl::StatusOr<DemoServerOptions> ReadServerOptions(const Arguments& arguments);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_OPTIONS_H_
