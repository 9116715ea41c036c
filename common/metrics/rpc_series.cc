#include "common/metrics/rpc_series.h"

#include "prometheus/counter.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"

namespace widthlab::metrics {

void RpcMethod::Start() {
  started_.Increment();
  in_flight_.Increment();
}

void RpcMethod::Finish(absl::StatusCode code, double seconds) {
  in_flight_.Decrement();
  duration_.Observe(seconds);
  const int index = static_cast<int>(code);
  const int unknown = static_cast<int>(absl::StatusCode::kUnknown);
  handled_[index >= 0 && index < kCodes ? index : unknown]->Increment();
}

}  // namespace widthlab::metrics
