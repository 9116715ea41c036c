// Where a step says how far it is.
//
//   progress.Report({.stage = "layer 3", .done = 3, .total = 12, .unit = "layers"});
#ifndef WIDTHLAB_COMMON_JOB_PROGRESS_SINK_H_
#define WIDTHLAB_COMMON_JOB_PROGRESS_SINK_H_

#include <cstdint>
#include <string>

namespace widthlab::job {

struct ProgressReport {
  std::string stage = {};
  int64_t done = 0;
  // 0 where it is not known.
  int64_t total = 0;
  std::string unit = {};
};

// Safe to use from many threads; cheap enough to be called a thousand times a second. Rate and ETA
// are worked out by the implementation.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual void Report(const ProgressReport& report) = 0;

  // One event of a live series beside the progress, for instance a TrainingMetric, serialised.
  // It is shown to watchers and is not part of any artifact.
  virtual void Publish(const std::string& event) { (void)event; }
};

// Drops everything.
class NullProgressSink : public ProgressSink {
 public:
  void Report(const ProgressReport&) override {}
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_PROGRESS_SINK_H_
