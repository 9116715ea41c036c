#include "clients/cli/health_command.h"

#include <string>

#include "clients/cli/json.h"
#include "clients/cli/session.h"
#include "clients/cpp/health_client.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

absl::StatusOr<ExitCode> Health(const Arguments& arguments, Session& session) {
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  const std::string service = arguments.Positional(0);
  ASSIGN_OR_RETURN(const bool serving, client::IsServing(to.orchestrator, service));
  if (session.json()) {
    PrintLine(session.out(),
              {{"server", session.server()}, {"service", service}, {"serving", serving}});
  } else {
    session.out() << (service.empty() ? session.server() : service)
                  << (serving ? " takes calls" : " takes no calls: it is ending") << "\n";
  }
  return serving ? kSuccess : kFailure;
}

}  // namespace

Command HealthCommand() {
  return {.verb = "health",
          .summary = "Say whether a server takes calls.",
          .description =
              "Exit code 0 if it does, 1 while it ends, 5 if nothing answers: what a "
              "container's\nhealthcheck or a start-up script wants to know.",
          .arguments = {{.name = "SERVICE",
                         .help = "one service by its full name; all of them if left out",
                         .required = false}},
          .examples =
              "  widthctl health\n"
              "  widthctl health widthlab.geometry.v1.GeometryService --server "
              "127.0.0.1:7072\n",
          .run = Health};
}

}  // namespace widthlab::cli
