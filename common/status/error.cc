#include "common/status/error.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"

namespace widthlab {
namespace {

constexpr std::string_view kDomain = "widthlab";
constexpr std::string_view kFieldKey = "field";

void CopyPayloads(const absl::Status& from, absl::Status& to) {
  from.ForEachPayload([&to](absl::string_view type_url, const absl::Cord& payload) {
    to.SetPayload(type_url, payload);
  });
}

void SetFacts(const ErrorFacts& facts, absl::Status& status) {
  google::rpc::ErrorInfo info;
  info.set_reason(facts.reason);
  info.set_domain(std::string(kDomain));
  for (const auto& [key, value] : facts.metadata) (*info.mutable_metadata())[key] = value;
  if (!facts.field.empty()) (*info.mutable_metadata())[std::string(kFieldKey)] = facts.field;
  status.SetPayload(std::string(kErrorInfoTypeUrl), absl::Cord(info.SerializeAsString()));
}

}  // namespace

absl::Status MakeError(absl::StatusCode code, ErrorFacts facts, std::string_view message) {
  absl::Status status(code, std::string(message));
  SetFacts(facts, status);
  return status;
}

absl::Status InvalidField(std::string_view field, std::string_view value,
                          std::string_view allowed) {
  ErrorFacts facts{.reason = "INVALID_FIELD", .field = std::string(field)};
  facts.metadata["value"] = std::string(value);
  facts.metadata["allowed"] = std::string(allowed);
  return MakeError(absl::StatusCode::kInvalidArgument, std::move(facts),
                   absl::StrCat(std::string(field), " is ", std::string(value), ", but must be ",
                                std::string(allowed)));
}

absl::Status InvalidFieldBecause(std::string_view field, std::string_view message) {
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "INVALID_FIELD", .field = std::string(field)},
                   absl::StrCat(std::string(field), ": ", std::string(message)));
}

absl::Status NotFound(std::string_view reason, std::string_view field, std::string_view message) {
  return MakeError(absl::StatusCode::kNotFound,
                   {.reason = std::string(reason), .field = std::string(field)}, message);
}

absl::Status FailedPrecondition(std::string_view reason, std::string_view message) {
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.reason = std::string(reason), .field = ""}, message);
}

absl::Status CorruptFile(std::string_view path, std::string_view message) {
  return MakeError(absl::StatusCode::kDataLoss,
                   {.reason = "CORRUPT_FILE", .field = std::string(path)},
                   absl::StrCat(std::string(path), ": ", std::string(message)));
}

std::optional<ErrorFacts> FactsOf(const absl::Status& status) {
  const auto payload = status.GetPayload(std::string(kErrorInfoTypeUrl));
  google::rpc::ErrorInfo info;
  if (!payload.has_value() || !info.ParseFromString(std::string(*payload))) return std::nullopt;
  ErrorFacts facts{.reason = info.reason(), .field = ""};
  for (const auto& [key, value] : info.metadata()) {
    if (key == kFieldKey) {
      facts.field = value;
    } else {
      facts.metadata[key] = value;
    }
  }
  return facts;
}

absl::Status WithContext(const absl::Status& status, std::string_view context) {
  if (status.ok()) return status;
  absl::Status out(status.code(),
                   absl::StrCat(std::string(context), ": ", std::string(status.message())));
  CopyPayloads(status, out);
  return out;
}

absl::Status UnderField(const absl::Status& status, std::string_view prefix) {
  if (status.ok()) return status;
  auto facts = FactsOf(status);
  if (!facts.has_value() || facts->field.empty()) return WithContext(status, prefix);
  std::string message(status.message());
  const std::string path = absl::StrCat(std::string(prefix), ".", facts->field);
  // Messages begin with the path, so the longer path takes its place.
  if (message.rfind(facts->field, 0) == 0) message.replace(0, facts->field.size(), path);
  facts->field = path;
  absl::Status out(status.code(), message);
  CopyPayloads(status, out);
  SetFacts(*facts, out);
  return out;
}

}  // namespace widthlab
