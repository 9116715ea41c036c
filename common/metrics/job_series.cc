#include "common/metrics/job_series.h"

#include "prometheus/gauge.h"
#include "prometheus/histogram.h"

namespace widthlab::metrics {

void JobQueue::Set(int queued, int running) {
  queued_.Set(queued);
  running_.Set(running);
}

void JobKind::Finish(JobOutcome outcome, double seconds) {
  switch (outcome) {
    case JobOutcome::kSucceeded:
      succeeded_.Observe(seconds);
      return;
    case JobOutcome::kFailed:
      failed_.Observe(seconds);
      return;
    case JobOutcome::kCancelled:
      cancelled_.Observe(seconds);
      return;
  }
}

void JobKind::SetTokensPerSecond(double rate) { tokens_per_second_.Set(rate); }

}  // namespace widthlab::metrics
