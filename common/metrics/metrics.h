// Every metric of a process, and the text that Prometheus scrapes.
//
//   metrics::Metrics metrics;
//   metrics::RpcMethod& method = metrics.Method("widthlab.geometry.v1.GeometryService",
//   "MeasureWork"); method.Start(); method.Finish(absl::StatusCode::kOk, seconds);
//
// Look a handle up once and keep it: it lives as long as `metrics`, its series exist (at zero) from
// then on, and an update costs some nanoseconds. Safe to use from many threads.
#ifndef WIDTHLAB_COMMON_METRICS_METRICS_H_
#define WIDTHLAB_COMMON_METRICS_METRICS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "common/metrics/job_series.h"
#include "common/metrics/rpc_series.h"

namespace prometheus {
class Collectable;
}

namespace widthlab::metrics {

class Metrics {
 public:
  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // Rate, errors and duration of one RPC method.
  RpcMethod& Method(std::string_view service, std::string_view method);

  // Queue of one area.
  JobQueue& Queue(std::string_view area);

  // Durations of one kind of job.
  JobKind& Kind(std::string_view kind);

  // Bytes of the store, asked at every scrape. `bytes` must stay callable until the scrapes end.
  void ReportStoreBytes(std::function<int64_t()> bytes);

  // What a scrape of /metrics answers, in Prometheus' text format.
  std::string Render() const;

  // For MetricsServer. Both live as long as `this`.
  std::shared_ptr<prometheus::Collectable> collectable() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace widthlab::metrics

#endif  // WIDTHLAB_COMMON_METRICS_METRICS_H_
