#include "common/metrics/metrics.h"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "common/metrics/names.h"
#include "prometheus/collectable.h"
#include "prometheus/counter.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"
#include "prometheus/metric_family.h"
#include "prometheus/registry.h"
#include "prometheus/text_serializer.h"

namespace widthlab::metrics {
namespace {

using Buckets = prometheus::Histogram::BucketBoundaries;
template <typename T>
using Family = prometheus::Family<T>;

// Calls last from a fraction of a millisecond to the length of a stream; jobs from the length of a
// cache hit to a day.
const Buckets& RpcBuckets() {
  static const auto* buckets = new Buckets{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
                                           0.25,   0.5,   1,      2.5,   5,    10,    60};
  return *buckets;
}
const Buckets& JobBuckets() {
  static const auto* buckets =
      new Buckets{0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 4 * 3600, 24 * 3600};
  return *buckets;
}

}  // namespace

struct Metrics::State : public prometheus::Collectable {
  std::vector<prometheus::MetricFamily> Collect() const override;

  prometheus::Registry registry;
  Family<prometheus::Counter>& started =
      prometheus::BuildCounter().Name(kRpcStarted.name).Help(kRpcStarted.help).Register(registry);
  Family<prometheus::Counter>& handled =
      prometheus::BuildCounter().Name(kRpcHandled.name).Help(kRpcHandled.help).Register(registry);
  Family<prometheus::Gauge>& in_flight =
      prometheus::BuildGauge().Name(kRpcInFlight.name).Help(kRpcInFlight.help).Register(registry);
  Family<prometheus::Histogram>& duration = prometheus::BuildHistogram()
                                                .Name(kRpcDuration.name)
                                                .Help(kRpcDuration.help)
                                                .Register(registry);
  Family<prometheus::Gauge>& queued =
      prometheus::BuildGauge().Name(kJobsQueued.name).Help(kJobsQueued.help).Register(registry);
  Family<prometheus::Gauge>& running =
      prometheus::BuildGauge().Name(kJobsRunning.name).Help(kJobsRunning.help).Register(registry);
  Family<prometheus::Histogram>& job_duration = prometheus::BuildHistogram()
                                                    .Name(kJobDuration.name)
                                                    .Help(kJobDuration.help)
                                                    .Register(registry);
  Family<prometheus::Gauge>& tokens_per_second = prometheus::BuildGauge()
                                                     .Name(kTokensPerSecond.name)
                                                     .Help(kTokensPerSecond.help)
                                                     .Register(registry);
  Family<prometheus::Gauge>& store_bytes =
      prometheus::BuildGauge().Name(kStoreBytes.name).Help(kStoreBytes.help).Register(registry);

  mutable std::mutex mutex;
  std::map<std::pair<std::string, std::string>, RpcMethod> methods;
  std::map<std::string, JobQueue, std::less<>> queues;
  std::map<std::string, JobKind, std::less<>> kinds;
  std::function<int64_t()> ask_store_bytes;
};

std::vector<prometheus::MetricFamily> Metrics::State::Collect() const {
  std::function<int64_t()> ask;
  {
    std::lock_guard<std::mutex> lock(mutex);
    ask = ask_store_bytes;
  }
  if (ask) store_bytes.Add({}).Set(static_cast<double>(ask()));
  return registry.Collect();
}

Metrics::Metrics() : state_(std::make_shared<State>()) {}
Metrics::~Metrics() = default;

RpcMethod& Metrics::Method(std::string_view service, std::string_view method) {
  std::pair<std::string, std::string> key(service, method);
  std::lock_guard<std::mutex> lock(state_->mutex);
  if (const auto it = state_->methods.find(key); it != state_->methods.end()) return it->second;
  const prometheus::Labels labels = {{"service", key.first}, {"method", key.second}};
  std::array<prometheus::Counter*, RpcMethod::kCodes> handled;
  for (int code = 0; code < RpcMethod::kCodes; ++code) {
    prometheus::Labels coded = labels;
    coded["code"] = absl::StatusCodeToString(static_cast<absl::StatusCode>(code));
    handled[code] = &state_->handled.Add(coded);
  }
  RpcMethod series(state_->started.Add(labels), state_->in_flight.Add(labels),
                   state_->duration.Add(labels, RpcBuckets()), handled);
  return state_->methods.emplace(std::move(key), series).first->second;
}

JobQueue& Metrics::Queue(std::string_view area) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  if (const auto it = state_->queues.find(area); it != state_->queues.end()) return it->second;
  const prometheus::Labels labels = {{"area", std::string(area)}};
  JobQueue series(state_->queued.Add(labels), state_->running.Add(labels));
  return state_->queues.emplace(area, series).first->second;
}

JobKind& Metrics::Kind(std::string_view kind) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  if (const auto it = state_->kinds.find(kind); it != state_->kinds.end()) return it->second;
  const auto duration = [&](const char* outcome) -> prometheus::Histogram& {
    return state_->job_duration.Add({{"kind", std::string(kind)}, {"outcome", outcome}},
                                    JobBuckets());
  };
  JobKind series(duration("succeeded"), duration("failed"), duration("cancelled"),
                 state_->tokens_per_second.Add({{"kind", std::string(kind)}}));
  return state_->kinds.emplace(kind, series).first->second;
}

void Metrics::ReportStoreBytes(std::function<int64_t()> bytes) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->ask_store_bytes = std::move(bytes);
}

std::string Metrics::Render() const {
  return prometheus::TextSerializer().Serialize(state_->Collect());
}

std::shared_ptr<prometheus::Collectable> Metrics::collectable() const { return state_; }

}  // namespace widthlab::metrics
