#include "common/spec/field_path.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::spec {

std::string FieldPath(std::string_view path, std::string_view field) {
  if (path.empty()) return std::string(field);
  return absl::StrCat(std::string(path), ".", std::string(field));
}

std::string ItemPath(std::string_view path, int index) {
  return absl::StrCat(std::string(path), "[", index, "]");
}

absl::Status UnknownField(std::string_view path, const google::protobuf::Descriptor& type) {
  std::string known;
  for (int i = 0; i < type.field_count(); ++i) {
    absl::StrAppend(&known, i > 0 ? ", " : "", type.field(i)->name());
  }
  if (known.empty()) known = "(none)";
  ErrorFacts facts{.reason = "UNKNOWN_FIELD", .field = std::string(path)};
  facts.metadata["allowed"] = known;
  return MakeError(
      absl::StatusCode::kInvalidArgument, std::move(facts),
      absl::StrCat(std::string(path), ": ", type.name(), " has no such field; there are ", known));
}

}  // namespace widthlab::spec
