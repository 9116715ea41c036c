#include "common/job/progress_tracker.h"

namespace widthlab::job {
namespace {

constexpr absl::Duration kWindow = absl::Seconds(30);
constexpr absl::Duration kSpacing = absl::Milliseconds(500);
// Less says nothing about the rate.
constexpr absl::Duration kShortest = absl::Milliseconds(200);

}  // namespace

void ProgressTracker::Update(const ProgressReport& report, absl::Time now) {
  const bool anew = samples_.empty() || report.unit != progress_.unit() ||
                    report.total != progress_.total() || report.done < progress_.done();
  if (anew) {
    samples_.assign(1, {now, report.done});
    progress_.set_rate(0);
  }
  if (now - samples_.back().time >= kSpacing) samples_.push_back({now, report.done});
  while (samples_.size() > 1 && now - samples_[1].time >= kWindow) samples_.pop_front();

  const absl::Duration elapsed = now - samples_.front().time;
  if (elapsed >= kShortest) {
    progress_.set_rate(static_cast<double>(report.done - samples_.front().done) /
                       absl::ToDoubleSeconds(elapsed));
  }
  progress_.set_stage(report.stage);
  progress_.set_done(report.done);
  progress_.set_total(report.total);
  progress_.set_unit(report.unit);
  const double to_go = static_cast<double>(report.total - report.done);
  const bool known = report.total > 0 && (progress_.rate() > 0 || to_go <= 0);
  progress_.set_eta_seconds(!known ? -1 : to_go <= 0 ? 0 : to_go / progress_.rate());
}

}  // namespace widthlab::job
