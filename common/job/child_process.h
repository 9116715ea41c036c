// A program started as a child, with its output read line by line.
//
//   ASSIGN_OR_RETURN(auto child, ChildProcess::Start({"/usr/bin/widthlab-training", "worker"}));
//   while (child->Poll(absl::Milliseconds(100), on_output_line, on_error_line)) {}
//   const ChildExit exit = child->Wait();
#ifndef WIDTHLAB_COMMON_JOB_CHILD_PROCESS_H_
#define WIDTHLAB_COMMON_JOB_CHILD_PROCESS_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace widthlab::job {

// Not thread-safe.
class ChildProcess {
 public:
  using OnLine = absl::FunctionRef<void(const std::string&)>;

  // `arguments[0]` is the path of the program. The child leads a process group of its own, has no
  // standard input and default signal handling. UNAVAILABLE CANNOT_START.
  static absl::StatusOr<std::unique_ptr<ChildProcess>> Start(
      const std::vector<std::string>& arguments);

  // Kills the group if it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Waits at most `timeout` for output and hands over whole lines, without their ends. False when
  // both streams have ended.
  bool Poll(absl::Duration timeout, OnLine on_output, OnLine on_error);

  // Sends a signal to the whole group.
  void Kill(int signal);

  // Waits for the child's end. "exit code 3", "signal 9 (Killed)"; empty for exit code 0.
  std::string Wait();

 private:
  // One end of a pipe and the line that has begun on it.
  struct Stream {
    int fd = -1;
    std::string rest = {};
  };

  ChildProcess(pid_t pid, int output, int error) : pid_(pid), output_{output}, error_{error} {}

  static void ReadSome(Stream& stream, OnLine on_line);

  pid_t pid_;
  Stream output_;
  Stream error_;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_CHILD_PROCESS_H_
