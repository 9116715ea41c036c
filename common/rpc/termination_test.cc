#include "common/rpc/termination.h"

#include <csignal>
#include <cstdlib>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "gtest/gtest.h"

namespace widthlab::rpc {
namespace {

// Runs `body` in a process of its own, which gets `signals` signals; its exit code.
template <typename Body>
int ExitCodeAfterSignals(int signals, Body body) {
  int ready[2];
  if (pipe(ready) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    BlockTerminationSignals();
    if (write(ready[1], "x", 1) != 1) _exit(99);
    body();
  }
  char byte;
  if (read(ready[0], &byte, 1) != 1) return -1;
  for (int i = 0; i < signals; ++i) {
    kill(child, SIGTERM);
    usleep(100'000);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(TerminationTest, ASignalIsWaitedForAndTheProcessEndsAsItLikes) {
  EXPECT_EQ(ExitCodeAfterSignals(1, [] { _exit(WaitForTerminationSignal() == SIGTERM ? 3 : 4); }),
            3);
}

TEST(TerminationTest, ASecondSignalEndsTheProcessAtOnce) {
  EXPECT_EQ(ExitCodeAfterSignals(2,
                                 [] {
                                   WaitForTerminationSignal();
                                   sleep(20);
                                   _exit(5);
                                 }),
            128 + SIGTERM);
}

}  // namespace
}  // namespace widthlab::rpc
