// Turns reports of progress into rate and time to go.
//
//   tracker.Update({.stage = "training", .done = 300, .total = 1000, .unit = "steps"},
//   absl::Now()); tracker.progress().eta_seconds();
//
// The rate is that of the last half minute, so that a start-up or a pause is soon forgotten. It
// begins anew when unit or total change or `done` goes back. Not thread-safe.
#ifndef WIDTHLAB_COMMON_JOB_PROGRESS_TRACKER_H_
#define WIDTHLAB_COMMON_JOB_PROGRESS_TRACKER_H_

#include <cstdint>
#include <deque>

#include "absl/time/time.h"
#include "common/job/progress_sink.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::job {

class ProgressTracker {
 public:
  // `now` does not go back.
  void Update(const ProgressReport& report, absl::Time now);

  const v1::Progress& progress() const { return progress_; }

 private:
  struct Sample {
    absl::Time time;
    int64_t done;
  };

  v1::Progress progress_;
  // At least half a second apart; the first is the youngest that is half a minute old, if any is.
  std::deque<Sample> samples_;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_PROGRESS_TRACKER_H_
