// A server that the demonstration starts and stops.
//
//   ASSIGN_OR_RETURN(const ServerProcess server, StartServer(program, flags, log_file));
//   StopServers({server});
//
// Servers are found again by a later demonstration, which is why they are named by process id and
// start time: together they never name another process.
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_SERVER_PROCESS_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_SERVER_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::cli {

struct ServerProcess {
  pid_t pid = 0;
  // Clock ticks after boot, from /proc.
  int64_t start_ticks = 0;
  // Where its output goes.
  std::string log = {};
};

// Runs a program in a process group of its own, without standard input, its output appended to
// `log`. NOT_FOUND PROGRAM_NOT_FOUND.
absl::StatusOr<ServerProcess> StartServer(const std::string& program,
                                          const std::vector<std::string>& flags,
                                          const std::string& log);

// Whether this very process still runs. A child that ended is waited for here.
bool IsAlive(const ServerProcess& server);

// Asks all to end (SIGTERM), gives them 20 seconds, then ends them (SIGKILL). Returns when none is
// left.
void StopServers(const std::vector<ServerProcess>& servers);

// Start time of a process; -1 where there is none.
int64_t StartTicks(pid_t pid);

// Last lines of a log, for an error message.
std::string LastLines(const std::string& log, int lines);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_SERVER_PROCESS_H_
