// Ends a demonstration in good order when the user or one of its servers ends it.
//
//   BlockEndSignals();                        // before any thread starts
//   Guardian guardian([&] { return servers->CheckAlive(); },
//                     [&](const absl::Status&) { servers->Stop(); });
//   ...
//   guardian.Leave();                         // from here on the caller cleans up
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_GUARDIAN_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_GUARDIAN_H_

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

#include "absl/status/status.h"

namespace widthlab::cli {

// Blocks SIGINT, SIGTERM and SIGHUP in this thread and those that it starts.
void BlockEndSignals();

class Guardian {
 public:
  // Asks `check` five times a second. When it fails, or a signal comes, `clean_up` gets the error
  // (CANCELLED for a signal) and the process ends: with 128 + signal, or with 1.
  Guardian(std::function<absl::Status()> check, std::function<void(const absl::Status&)> clean_up);
  ~Guardian() { Leave(); }

  // Returns when the guardian will act no more.
  void Leave();

 private:
  void Watch();

  const std::function<absl::Status()> check_;
  const std::function<void(const absl::Status&)> clean_up_;
  std::atomic<bool> left_{false};
  std::thread thread_;
};

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_GUARDIAN_H_
