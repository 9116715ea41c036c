#include "common/rpc/termination.h"

#include <csignal>
#include <thread>

#include <pthread.h>
#include <unistd.h>

namespace widthlab::rpc {
namespace {

sigset_t TerminationSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

int WaitOnce() {
  const sigset_t signals = TerminationSignals();
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  return signal;
}

}  // namespace

void BlockTerminationSignals() {
  const sigset_t signals = TerminationSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

int WaitForTerminationSignal() {
  const int signal = WaitOnce();
  std::thread([] { _exit(128 + WaitOnce()); }).detach();
  return signal;
}

}  // namespace widthlab::rpc
