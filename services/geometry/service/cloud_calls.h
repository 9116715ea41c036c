// The calls that answer at once about clouds which a client streams.
//
//   CloudCalls calls(pool, {.memory_bytes = int64_t{8} << 30});
//   absl::StatusOr<v1::CloudComparison> answer = calls.Compare(call, reader);
//
// What a call takes is worked out from the headers, before anything is computed. A call that passes
// the limits by itself is refused; one that passes them together with others waits for these. Only
// the pool computes, and a call that its client has left stops there as well.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_SERVICE_CLOUD_CALLS_H_
#define WIDTHLAB_SERVICES_GEOMETRY_SERVICE_CLOUD_CALLS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "common/numeric/thread_pool.h"
#include "common/rpc/call.h"
#include "services/geometry/core/work/pair_cost.h"
#include "services/geometry/service/memory_budget.h"
#include "widthlab/geometry/v1/geometry_service.grpc.pb.h"

namespace widthlab::geometry {

struct CloudLimits {
  // Of all calls together: a quarter for the clouds as they arrive, the rest for the work.
  int64_t memory_bytes;
  // Of one call, by estimate, on one thread.
  double seconds = 600;
};

class CloudCalls {
 public:
  // `pool` must outlive this.
  CloudCalls(numeric::ThreadPool& pool, const CloudLimits& limits);

  // RESOURCE_EXHAUSTED CLOUD_TOO_LARGE where a cloud passes the limits, with the metadata `needed`
  // and `allowed`; RESOURCE_EXHAUSTED SERVER_BUSY where the clouds of other calls have the memory.
  // INVALID_ARGUMENT names the field of a spec, the part of a tensor, or the cloud and row.
  absl::StatusOr<v1::CloudComparison> Compare(rpc::Call& call,
                                              rpc::StreamReader<v1::CompareCloudsRequest>& reader);
  absl::StatusOr<v1::CloudDimension> EstimateDimension(
      rpc::Call& call, rpc::StreamReader<v1::EstimateDimensionRequest>& reader);

 private:
  // The memory to work in, after the estimate was found to be within the limits.
  // An error names `field`.
  absl::StatusOr<MemoryBudget::Lease> Admit(rpc::Call& call, const std::string& field,
                                            const PairCost& cost);

  numeric::ThreadPool& pool_;
  const double seconds_;
  MemoryBudget clouds_;
  MemoryBudget work_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_SERVICE_CLOUD_CALLS_H_
