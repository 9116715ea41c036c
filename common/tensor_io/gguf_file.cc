#include "common/tensor_io/gguf_file.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/gguf_error.h"

namespace widthlab::tensor_io {

absl::StatusOr<GgufFile> GgufFile::Open(const std::string& path) {
  auto contents = std::make_unique<Contents>();
  contents->label = path;
  ASSIGN_OR_RETURN(contents->mapped, MappedFile::Open(path));
  contents->bytes = contents->mapped.bytes();
  return Parse(std::move(contents));
}

absl::StatusOr<GgufFile> GgufFile::FromBytes(std::string bytes, std::string label) {
  auto contents = std::make_unique<Contents>();
  contents->label = std::move(label);
  contents->owned = std::move(bytes);
  contents->bytes = contents->owned;
  return Parse(std::move(contents));
}

absl::StatusOr<GgufFile> GgufFile::Parse(std::unique_ptr<Contents> contents) {
  ASSIGN_OR_RETURN(contents->header, ParseGgufHeader(contents->bytes, contents->label));
  return GgufFile(std::move(contents));
}

std::string_view GgufFile::BytesOf(const GgufTensor& tensor) const {
  return contents_->bytes.substr(contents_->header.payload_begin + tensor.begin, tensor.bytes);
}

const GgufValue* GgufFile::Find(std::string_view key) const {
  const auto found = metadata().find(key);
  return found == metadata().end() ? nullptr : &found->second;
}

absl::Status GgufFile::Missing(std::string_view key, std::string_view wanted) const {
  const GgufValue* value = Find(key);
  return GgufError(
      label(), absl::StrCat("key ", std::string(key)), "metadata",
      absl::StrCat(value == nullptr ? "is missing" : absl::StrCat("is a ", value->KindText()),
                   "; wanted is ", std::string(wanted)));
}

absl::StatusOr<int64_t> GgufFile::Integer(std::string_view key) const {
  const GgufValue* value = Find(key);
  const std::optional<int64_t> integer = value == nullptr ? std::nullopt : value->Integer();
  if (!integer.has_value()) return Missing(key, "a whole number");
  return *integer;
}

absl::StatusOr<double> GgufFile::Number(std::string_view key) const {
  const GgufValue* value = Find(key);
  const std::optional<double> number = value == nullptr ? std::nullopt : value->Number();
  if (!number.has_value()) return Missing(key, "a number");
  return *number;
}

absl::StatusOr<std::string_view> GgufFile::Text(std::string_view key) const {
  const GgufValue* value = Find(key);
  const std::optional<std::string_view> text = value == nullptr ? std::nullopt : value->Text();
  if (!text.has_value()) return Missing(key, "a text");
  return *text;
}

absl::StatusOr<int64_t> GgufFile::Integer(std::string_view key, int64_t otherwise) const {
  if (Find(key) == nullptr) return otherwise;
  return Integer(key);
}

absl::StatusOr<double> GgufFile::Number(std::string_view key, double otherwise) const {
  if (Find(key) == nullptr) return otherwise;
  return Number(key);
}

absl::StatusOr<bool> GgufFile::Bool(std::string_view key, bool otherwise) const {
  const GgufValue* value = Find(key);
  if (value == nullptr) return otherwise;
  const std::optional<bool> truth = value->Bool();
  if (!truth.has_value()) return Missing(key, "a truth value");
  return *truth;
}

}  // namespace widthlab::tensor_io
