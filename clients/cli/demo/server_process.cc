#include "clients/cli/demo/server_process.h"

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <deque>
#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "common/status/error.h"

extern char** environ;

namespace widthlab::cli {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(20);

// Owns the two halves of what posix_spawn is told.
class SpawnPlan {
 public:
  explicit SpawnPlan(const std::string& log) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, log.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, 0644);
    posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    // The demonstration blocks signals for a thread that waits for them; a server begins without.
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int Spawn(const std::string& program, char** arguments, pid_t& pid) const {
    return posix_spawn(&pid, program.c_str(), &actions_, &attributes_, arguments, environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

absl::StatusOr<ServerProcess> StartServer(const std::string& program,
                                          const std::vector<std::string>& flags,
                                          const std::string& log) {
  std::vector<std::string> words = {program};
  words.insert(words.end(), flags.begin(), flags.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ServerProcess server{.log = log};
  const int error = SpawnPlan(log).Spawn(program, arguments.data(), server.pid);
  if (error != 0) {
    return NotFound("PROGRAM_NOT_FOUND", "programs",
                    absl::StrCat(program, " cannot be started: ", std::strerror(error),
                                 "; `./run build` makes it"));
  }
  server.start_ticks = StartTicks(server.pid);
  return server;
}

int64_t StartTicks(pid_t pid) {
  std::ifstream file(absl::StrCat("/proc/", pid, "/stat"));
  std::string line;
  std::getline(file, line);
  // The name of the program, in parentheses, may itself hold anything; the state follows it, and
  // the start time is the twentieth word from there.
  const size_t end = line.rfind(')');
  if (end == std::string::npos) return -1;
  std::istringstream words(line.substr(end + 1));
  std::string word;
  for (int i = 0; i < 20; ++i) words >> word;
  const bool ended = line.size() > end + 2 && line[end + 2] == 'Z';
  return ended || word.empty() ? -1 : std::stoll(word);
}

bool IsAlive(const ServerProcess& server) {
  waitpid(server.pid, nullptr, WNOHANG);
  return server.pid > 0 && server.start_ticks >= 0 && StartTicks(server.pid) == server.start_ticks;
}

void StopServers(const std::vector<ServerProcess>& servers) {
  const auto any_alive = [&] { return std::any_of(servers.begin(), servers.end(), IsAlive); };
  const auto signal_all = [&](int signal) {
    for (const ServerProcess& server : servers) {
      if (IsAlive(server)) kill(server.pid, signal);
    }
  };
  signal_all(SIGTERM);
  const absl::Time deadline = absl::Now() + kPatience;
  while (any_alive() && absl::Now() < deadline) absl::SleepFor(absl::Milliseconds(20));
  signal_all(SIGKILL);
  while (any_alive()) absl::SleepFor(absl::Milliseconds(20));
}

std::string LastLines(const std::string& log, int lines) {
  std::ifstream file(log);
  std::deque<std::string> last;
  for (std::string line; std::getline(file, line);) {
    last.push_back(line);
    if (static_cast<int>(last.size()) > lines) last.pop_front();
  }
  return absl::StrJoin(last, "\n");
}

}  // namespace widthlab::cli
