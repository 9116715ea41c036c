#include "services/geometry/service/cloud_calls.h"

#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "common/spec/resolve.h"
#include "common/status/bytes_text.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/geometry/core/measure/pair_form.h"
#include "services/geometry/core/work/cloud_dimension.h"
#include "services/geometry/core/work/pair_work.h"
#include "services/geometry/service/streamed_cloud.h"

namespace widthlab::geometry {
namespace {

// The spec of the first message, resolved.
template <typename Spec, typename Request>
absl::StatusOr<Spec> ReadSpec(rpc::StreamReader<Request>& reader) {
  Request request;
  ASSIGN_OR_RETURN(const bool some, reader.Next(request));
  if (!some || !request.has_spec()) {
    return InvalidFieldBecause("spec", "must be in the first message");
  }
  Spec spec = std::move(*request.mutable_spec());
  RETURN_IF_ERROR(spec::Resolve(spec));
  return spec;
}

absl::Status ReadPair(rpc::StreamReader<v1::CompareCloudsRequest>& reader, StreamedCloud& x,
                      StreamedCloud& y) {
  v1::CompareCloudsRequest request;
  for (;;) {
    ASSIGN_OR_RETURN(const bool some, reader.Next(request));
    if (!some) break;
    if (request.has_x()) {
      if (y.begun()) return InvalidFieldBecause("x", "all of x comes before y");
      RETURN_IF_ERROR(x.Add(request.x()));
    } else if (request.has_y()) {
      if (!y.begun()) RETURN_IF_ERROR(x.Finish());
      RETURN_IF_ERROR(y.Add(request.y()));
    } else {
      return InvalidFieldBecause("part", "after the spec come pieces of x, then of y");
    }
  }
  RETURN_IF_ERROR(x.Finish());
  return y.Finish();
}

absl::Status ReadCloud(rpc::StreamReader<v1::EstimateDimensionRequest>& reader,
                       StreamedCloud& cloud) {
  v1::EstimateDimensionRequest request;
  for (;;) {
    ASSIGN_OR_RETURN(const bool some, reader.Next(request));
    if (!some) break;
    if (!request.has_cloud()) {
      return InvalidFieldBecause("part", "after the spec come pieces of the cloud");
    }
    RETURN_IF_ERROR(cloud.Add(request.cloud()));
  }
  return cloud.Finish();
}

// `work` on a thread of the pool, as one that is asked whether the call has ended.
template <typename Result, typename Work>
absl::StatusOr<Result> Compute(numeric::ThreadPool& pool, const rpc::Call& call, Work work) {
  const auto cancelled = [&call] { return !call.Check().ok(); };
  std::optional<absl::StatusOr<Result>> result;
  pool.Run(1, [&](int64_t) { result.emplace(work(cancelled)); });
  // What the call says of its end is better than that it was cancelled.
  if (absl::IsCancelled(result->status())) RETURN_IF_ERROR(call.Check());
  return *std::move(result);
}

}  // namespace

CloudCalls::CloudCalls(numeric::ThreadPool& pool, const CloudLimits& limits)
    : pool_(pool),
      seconds_(limits.seconds),
      clouds_(limits.memory_bytes / 4),
      work_(limits.memory_bytes - limits.memory_bytes / 4) {}

absl::StatusOr<MemoryBudget::Lease> CloudCalls::Admit(rpc::Call& call, const std::string& field,
                                                      const PairCost& cost) {
  const auto total = static_cast<double>(work_.total());
  if (cost.memory_bytes > total) {
    return CloudTooLarge(field, "measuring clouds of this size", BytesText(cost.memory_bytes),
                         BytesText(total));
  }
  if (cost.seconds > seconds_) {
    return CloudTooLarge(field, "measuring clouds of this size, answered at once,",
                         absl::StrFormat("%.0f s", cost.seconds),
                         absl::StrFormat("%.0f s", seconds_));
  }
  return work_.Wait(static_cast<int64_t>(cost.memory_bytes), [&call] { return call.Check(); });
}

absl::StatusOr<v1::CloudComparison> CloudCalls::Compare(
    rpc::Call& call, rpc::StreamReader<v1::CompareCloudsRequest>& reader) {
  ASSIGN_OR_RETURN(const auto spec, ReadSpec<v1::CompareCloudsSpec>(reader));
  StreamedCloud x("x", clouds_);
  StreamedCloud y("y", clouds_);
  RETURN_IF_ERROR(ReadPair(reader, x, y));
  const PairParams params = ParamsFor(spec);
  ASSIGN_OR_RETURN(const MemoryBudget::Lease lease,
                   Admit(call, "x", EstimatePair(x.size(), y.size(), params)));
  ASSIGN_OR_RETURN(const PairWork work,
                   Compute<PairWork>(pool_, call, [&](absl::FunctionRef<bool()> cancelled) {
                     return MeasurePair(pool_, x.View(), y.View(), params, cancelled);
                   }));
  return ComparisonOf(spec.geometry(), work.geometries[0]);
}

absl::StatusOr<v1::CloudDimension> CloudCalls::EstimateDimension(
    rpc::Call& call, rpc::StreamReader<v1::EstimateDimensionRequest>& reader) {
  ASSIGN_OR_RETURN(const auto spec, ReadSpec<v1::EstimateDimensionSpec>(reader));
  StreamedCloud cloud("cloud", clouds_);
  RETURN_IF_ERROR(ReadCloud(reader, cloud));
  ASSIGN_OR_RETURN(const MemoryBudget::Lease lease,
                   Admit(call, "cloud", EstimateDimensionCost(cloud.size())));
  const MeasuringGeometry in{GeometryFrom(spec.geometry()), spec.hyperbolic_radius()};
  ASSIGN_OR_RETURN(const CloudDimension dimension,
                   Compute<CloudDimension>(pool_, call, [&](absl::FunctionRef<bool()> cancelled) {
                     return MeasureCloudDimension(pool_, cloud.View(), "cloud", in, cancelled);
                   }));
  return DimensionOf(spec.geometry(), cloud.View().points(), dimension);
}

}  // namespace widthlab::geometry
