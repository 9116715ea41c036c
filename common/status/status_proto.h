// absl::Status as google.rpc.Status, the form in which jobs keep an error and gRPC carries it.
//
//   *job.mutable_error() = StatusToProto(status);
//   return StatusFromProto(job.error());
//
// Facts survive the round trip. An error without facts gets an ErrorInfo whose reason is its code,
// so that a program always finds a reason.
#ifndef WIDTHLAB_COMMON_STATUS_STATUS_PROTO_H_
#define WIDTHLAB_COMMON_STATUS_STATUS_PROTO_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "google/rpc/status.pb.h"

namespace widthlab {

// Message and facts that are not UTF-8 have the offending bytes replaced by '?'; a message is cut
// after 2,048 bytes and a fact after 1,024 (a status travels in HTTP/2 trailers, which most
// clients limit to 8 KiB).
google::rpc::Status StatusToProto(const absl::Status& status);

absl::Status StatusFromProto(const google::rpc::Status& proto);

// The reason that stands in where an error has no facts, for instance "DEADLINE_EXCEEDED".
std::string_view ReasonOfCode(absl::StatusCode code);

}  // namespace widthlab

#endif  // WIDTHLAB_COMMON_STATUS_STATUS_PROTO_H_
