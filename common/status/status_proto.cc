#include "common/status/status_proto.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/cord.h"
#include "common/status/error.h"
#include "google/rpc/error_details.pb.h"

namespace widthlab {
namespace {

constexpr size_t kMaxMessageBytes = 2048;
constexpr size_t kMaxFactBytes = 1024;

// Length of the UTF-8 sequence that begins at `text[at]`, or 0 where none does.
size_t Utf8Length(std::string_view text, size_t at) {
  const unsigned char lead = text[at];
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = text[at + 1];
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool no_character = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || no_character ? 0 : length;
}

std::string Sendable(std::string_view text, size_t max_bytes) {
  constexpr std::string_view kMore = " [...]";
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t length = Utf8Length(text, at);
    const size_t wanted = length == 0 ? 1 : length;
    if (out.size() + wanted > max_bytes - kMore.size()) return out.append(kMore);
    if (length == 0) {
      out.push_back('?');
    } else {
      out.append(text.substr(at, length));
    }
    at += wanted;
  }
  return out;
}

google::rpc::ErrorInfo InfoOf(const absl::Status& status) {
  google::rpc::ErrorInfo info;
  const std::optional<ErrorFacts> facts = FactsOf(status);
  info.set_domain("widthlab");
  info.set_reason(facts.has_value() ? Sendable(facts->reason, kMaxFactBytes)
                                    : std::string(ReasonOfCode(status.code())));
  if (!facts.has_value()) return info;
  auto& metadata = *info.mutable_metadata();
  for (const auto& [key, value] : facts->metadata) {
    metadata[Sendable(key, kMaxFactBytes)] = Sendable(value, kMaxFactBytes);
  }
  if (!facts->field.empty()) metadata["field"] = Sendable(facts->field, kMaxFactBytes);
  return info;
}

}  // namespace

std::string_view ReasonOfCode(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
      return "OK";
    case absl::StatusCode::kCancelled:
      return "CANCELLED";
    case absl::StatusCode::kUnknown:
      return "UNKNOWN";
    case absl::StatusCode::kInvalidArgument:
      return "INVALID_ARGUMENT";
    case absl::StatusCode::kDeadlineExceeded:
      return "DEADLINE_EXCEEDED";
    case absl::StatusCode::kNotFound:
      return "NOT_FOUND";
    case absl::StatusCode::kAlreadyExists:
      return "ALREADY_EXISTS";
    case absl::StatusCode::kPermissionDenied:
      return "PERMISSION_DENIED";
    case absl::StatusCode::kResourceExhausted:
      return "RESOURCE_EXHAUSTED";
    case absl::StatusCode::kFailedPrecondition:
      return "FAILED_PRECONDITION";
    case absl::StatusCode::kAborted:
      return "ABORTED";
    case absl::StatusCode::kOutOfRange:
      return "OUT_OF_RANGE";
    case absl::StatusCode::kUnimplemented:
      return "UNIMPLEMENTED";
    case absl::StatusCode::kInternal:
      return "INTERNAL";
    case absl::StatusCode::kUnavailable:
      return "UNAVAILABLE";
    case absl::StatusCode::kDataLoss:
      return "DATA_LOSS";
    case absl::StatusCode::kUnauthenticated:
      return "UNAUTHENTICATED";
    default:
      return "UNKNOWN";
  }
}

google::rpc::Status StatusToProto(const absl::Status& status) {
  google::rpc::Status proto;
  proto.set_code(static_cast<int>(status.code()));
  if (status.ok()) return proto;
  proto.set_message(Sendable(std::string(status.message()), kMaxMessageBytes));
  proto.add_details()->PackFrom(InfoOf(status));
  return proto;
}

absl::Status StatusFromProto(const google::rpc::Status& proto) {
  absl::Status status(static_cast<absl::StatusCode>(proto.code()), proto.message());
  if (status.ok()) return status;
  for (const google::protobuf::Any& detail : proto.details()) {
    status.SetPayload(detail.type_url(), absl::Cord(detail.value()));
  }
  return status;
}

}  // namespace widthlab
