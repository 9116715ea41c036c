#include "clients/cli/demo/guardian.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <utility>

namespace widthlab::cli {
namespace {

constexpr int kFifthOfASecond = 200'000'000;  // ns

sigset_t EndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

}  // namespace

void BlockEndSignals() {
  const sigset_t signals = EndSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

Guardian::Guardian(std::function<absl::Status()> check,
                   std::function<void(const absl::Status&)> clean_up)
    : check_(std::move(check)), clean_up_(std::move(clean_up)), thread_([this] { Watch(); }) {}

void Guardian::Leave() {
  left_ = true;
  if (thread_.joinable()) thread_.join();
}

void Guardian::Watch() {
  const sigset_t signals = EndSignals();
  const timespec pause = {0, kFifthOfASecond};
  while (!left_) {
    const int signal = sigtimedwait(&signals, nullptr, &pause);
    if (signal > 0) {
      clean_up_(absl::CancelledError("stopped by a signal"));
      _exit(128 + signal);
    }
    if (const absl::Status status = check_(); !status.ok()) {
      clean_up_(status);
      _exit(1);
    }
  }
}

}  // namespace widthlab::cli
