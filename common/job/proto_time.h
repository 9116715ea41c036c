// Clock times as messages.
#ifndef WIDTHLAB_COMMON_JOB_PROTO_TIME_H_
#define WIDTHLAB_COMMON_JOB_PROTO_TIME_H_

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "google/protobuf/timestamp.pb.h"

namespace widthlab::job {

inline google::protobuf::Timestamp ProtoNow() {
  const absl::Time now = absl::Now();
  google::protobuf::Timestamp out;
  out.set_seconds(absl::ToUnixSeconds(now));
  out.set_nanos(
      static_cast<int>((now - absl::FromUnixSeconds(out.seconds())) / absl::Nanoseconds(1)));
  return out;
}

inline double SecondsBetween(const google::protobuf::Timestamp& from,
                             const google::protobuf::Timestamp& to) {
  return static_cast<double>(to.seconds() - from.seconds()) +
         1e-9 * static_cast<double>(to.nanos() - from.nanos());
}

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_PROTO_TIME_H_
