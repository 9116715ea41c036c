// The series of one RPC method: how many calls, how they ended, how long they took.
#ifndef WIDTHLAB_COMMON_METRICS_RPC_SERIES_H_
#define WIDTHLAB_COMMON_METRICS_RPC_SERIES_H_

#include <array>

#include "absl/status/status.h"

namespace prometheus {
class Counter;
class Gauge;
class Histogram;
}  // namespace prometheus

namespace widthlab::metrics {

class RpcMethod {
 public:
  static constexpr int kCodes = 17;

  RpcMethod(prometheus::Counter& started, prometheus::Gauge& in_flight,
            prometheus::Histogram& duration, std::array<prometheus::Counter*, kCodes> handled)
      : started_(started), in_flight_(in_flight), duration_(duration), handled_(handled) {}

  void Start();
  void Finish(absl::StatusCode code, double seconds);

 private:
  prometheus::Counter& started_;
  prometheus::Gauge& in_flight_;
  prometheus::Histogram& duration_;
  // By status code.
  std::array<prometheus::Counter*, kCodes> handled_;
};

}  // namespace widthlab::metrics

#endif  // WIDTHLAB_COMMON_METRICS_RPC_SERIES_H_
