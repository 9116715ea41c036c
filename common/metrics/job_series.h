// The series of a job queue and of one kind of job.
#ifndef WIDTHLAB_COMMON_METRICS_JOB_SERIES_H_
#define WIDTHLAB_COMMON_METRICS_JOB_SERIES_H_

namespace prometheus {
class Gauge;
class Histogram;
}  // namespace prometheus

namespace widthlab::metrics {

class JobQueue {
 public:
  JobQueue(prometheus::Gauge& queued, prometheus::Gauge& running)
      : queued_(queued), running_(running) {}

  void Set(int queued, int running);

 private:
  prometheus::Gauge& queued_;
  prometheus::Gauge& running_;
};

enum class JobOutcome { kSucceeded, kFailed, kCancelled };

class JobKind {
 public:
  JobKind(prometheus::Histogram& succeeded, prometheus::Histogram& failed,
          prometheus::Histogram& cancelled, prometheus::Gauge& tokens_per_second)
      : succeeded_(succeeded),
        failed_(failed),
        cancelled_(cancelled),
        tokens_per_second_(tokens_per_second) {}

  void Finish(JobOutcome outcome, double seconds);

  // Of all jobs of the kind that run now.
  void SetTokensPerSecond(double rate);

 private:
  prometheus::Histogram& succeeded_;
  prometheus::Histogram& failed_;
  prometheus::Histogram& cancelled_;
  prometheus::Gauge& tokens_per_second_;
};

}  // namespace widthlab::metrics

#endif  // WIDTHLAB_COMMON_METRICS_JOB_SERIES_H_
