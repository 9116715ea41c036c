// How long a step waits for a service that cannot be reached, and how it waits.
//
//   Patience patience({.total = absl::Minutes(10)}, cancel);
//   while (true) {
//     absl::StatusOr<Job> job = Ask();
//     if (job.ok() || !IsPassing(job.status())) return job;
//     RETURN_IF_ERROR(patience.WaitAfter(job.status()));
//   }
#ifndef WIDTHLAB_CLIENTS_CPP_STAGES_PATIENCE_H_
#define WIDTHLAB_CLIENTS_CPP_STAGES_PATIENCE_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "common/job/cancel_token.h"

namespace widthlab::client {

struct PatienceOptions {
  // Since the service last answered. A service that is restarted is back long before.
  absl::Duration total = absl::Minutes(10);

  // First pause; each later one is twice as long, up to `longest`.
  absl::Duration shortest = absl::Milliseconds(100);
  absl::Duration longest = absl::Seconds(2);
};

class Patience {
 public:
  // `cancel` must outlive this.
  Patience(const PatienceOptions& options, const job::CancelToken& cancel)
      : options_(options), cancel_(cancel), pause_(options.shortest) {}

  // The service answered: the count begins anew.
  void Answered();

  // Waits a little. `status` itself once the time is over, CANCELLED soon after a cancellation.
  absl::Status WaitAfter(const absl::Status& status);

 private:
  const PatienceOptions options_;
  const job::CancelToken& cancel_;
  absl::Duration pause_;
  absl::Time deadline_ = absl::InfinitePast();  // set by the first wait
};

// Whether the same call may succeed a little later: the service is away, or its queue is full.
bool IsPassing(const absl::Status& status);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_STAGES_PATIENCE_H_
