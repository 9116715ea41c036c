#include "common/artifact/artifact_time.h"

#include "absl/time/clock.h"

namespace widthlab::artifact {
namespace {

constexpr int64_t kNanosPerSecond = 1'000'000'000;

}  // namespace

google::protobuf::Timestamp Now() { return FromNanos(absl::GetCurrentTimeNanos()); }

int64_t ToNanos(const google::protobuf::Timestamp& timestamp) {
  return timestamp.seconds() * kNanosPerSecond + timestamp.nanos();
}

google::protobuf::Timestamp FromNanos(int64_t nanoseconds) {
  google::protobuf::Timestamp timestamp;
  timestamp.set_seconds(nanoseconds / kNanosPerSecond);
  timestamp.set_nanos(static_cast<int32_t>(nanoseconds % kNanosPerSecond));
  return timestamp;
}

}  // namespace widthlab::artifact
