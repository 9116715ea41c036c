#include "common/job/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

extern char** environ;

namespace widthlab::job {
namespace {

absl::Status CannotStart(const std::string& program, int error) {
  return MakeError(absl::StatusCode::kUnavailable, {.reason = "CANNOT_START"},
                   absl::StrCat("cannot start ", program, ": ", std::strerror(error)));
}

// Two pipes whose ends close on exec.
struct Pipes {
  std::array<int, 2> output = {-1, -1};
  std::array<int, 2> error = {-1, -1};

  bool Open() {
    return pipe2(output.data(), O_CLOEXEC) == 0 && pipe2(error.data(), O_CLOEXEC) == 0;
  }
  void CloseAll() {
    for (const int fd : {output[0], output[1], error[0], error[1]}) {
      if (fd >= 0) close(fd);
    }
  }
};

int Spawn(const std::vector<std::string>& arguments, const Pipes& pipes, pid_t& pid) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, pipes.output[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, pipes.error[1], STDERR_FILENO);

  // A server blocks SIGTERM; its child must be stopped by it.
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int signal : {SIGTERM, SIGINT, SIGPIPE}) sigaddset(&usual, signal);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const int error = posix_spawn(&pid, argv[0], &files, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

}  // namespace

absl::StatusOr<std::unique_ptr<ChildProcess>> ChildProcess::Start(
    const std::vector<std::string>& arguments) {
  Pipes pipes;
  if (!pipes.Open()) {
    const int error = errno;
    pipes.CloseAll();
    return CannotStart(arguments[0], error);
  }
  pid_t pid = -1;
  if (const int error = Spawn(arguments, pipes, pid); error != 0) {
    pipes.CloseAll();
    return CannotStart(arguments[0], error);
  }
  close(pipes.output[1]);
  close(pipes.error[1]);
  return std::unique_ptr<ChildProcess>(new ChildProcess(pid, pipes.output[0], pipes.error[0]));
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    Kill(SIGKILL);
    Wait();
  }
  for (const Stream* stream : {&output_, &error_}) {
    if (stream->fd >= 0) close(stream->fd);
  }
}

void ChildProcess::ReadSome(Stream& stream, OnLine on_line) {
  std::array<char, 65536> buffer;
  const ssize_t count = read(stream.fd, buffer.data(), buffer.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) {
    close(stream.fd);
    stream.fd = -1;
    if (!stream.rest.empty()) on_line(stream.rest);
    stream.rest.clear();
    return;
  }
  stream.rest.append(buffer.data(), count);
  size_t begin = 0;
  for (size_t end; (end = stream.rest.find('\n', begin)) != std::string::npos; begin = end + 1) {
    on_line(stream.rest.substr(begin, end - begin));
  }
  stream.rest.erase(0, begin);
}

bool ChildProcess::Poll(absl::Duration timeout, OnLine on_output, OnLine on_error) {
  if (output_.fd < 0 && error_.fd < 0) return false;
  // A descriptor of -1 is passed over.
  std::array<pollfd, 2> ready = {pollfd{output_.fd, POLLIN, 0}, pollfd{error_.fd, POLLIN, 0}};
  if (poll(ready.data(), ready.size(), static_cast<int>(absl::ToInt64Milliseconds(timeout))) <= 0) {
    return true;
  }
  if (ready[0].revents != 0) ReadSome(output_, on_output);
  if (ready[1].revents != 0) ReadSome(error_, on_error);
  return output_.fd >= 0 || error_.fd >= 0;
}

void ChildProcess::Kill(int signal) {
  if (pid_ > 0) kill(-pid_, signal);
}

std::string ChildProcess::Wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (WIFSIGNALED(status)) {
    return absl::StrCat("signal ", WTERMSIG(status), " (", strsignal(WTERMSIG(status)), ")");
  }
  if (WEXITSTATUS(status) == 0) return "";
  return absl::StrCat("exit code ", WEXITSTATUS(status));
}

}  // namespace widthlab::job
