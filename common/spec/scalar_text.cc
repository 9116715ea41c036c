// Scalars from and to text.
#include <charconv>
#include <cmath>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "common/spec/enum_names.h"
#include "common/spec/field_rule.h"
#include "common/spec/json_string.h"
#include "common/spec/number_text.h"
#include "common/spec/scalar.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::spec {
namespace {

using ::google::protobuf::FieldDescriptor;

absl::Status NotAllowed(const FieldDescriptor& field, std::string_view text,
                        std::string_view path) {
  const std::string shown = text.empty() ? "empty" : std::string(text.substr(0, 80));
  return InvalidField(path, shown, AllowedText(field));
}

template <typename Float>
absl::StatusOr<Scalar> ReadFloat(const FieldDescriptor& field, std::string_view text,
                                 std::string_view path) {
  if (text == "NaN") return Scalar(std::numeric_limits<Float>::quiet_NaN());
  if (text == "Infinity") return Scalar(std::numeric_limits<Float>::infinity());
  if (text == "-Infinity") return Scalar(-std::numeric_limits<Float>::infinity());
  Float value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() ||
      !std::isfinite(value)) {
    return NotAllowed(field, text, path);
  }
  return Scalar(value);
}

// Whole numbers may be written "1e3" or "4.0" as long as a double holds them exactly.
template <typename Int>
absl::StatusOr<Scalar> ReadInt(const FieldDescriptor& field, std::string_view text,
                               std::string_view path) {
  Int value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec == std::errc() && result.ptr == end) return Scalar(value);
  double real = 0;
  const auto as_real = std::from_chars(text.data(), end, real);
  const bool whole = as_real.ec == std::errc() && as_real.ptr == end && real == std::trunc(real) &&
                     std::fabs(real) <= 9007199254740992.0;
  if (whole && real >= static_cast<double>(std::numeric_limits<Int>::min()) &&
      real <= static_cast<double>(std::numeric_limits<Int>::max())) {
    return Scalar(static_cast<Int>(real));
  }
  return NotAllowed(field, text, path);
}

absl::StatusOr<Scalar> ReadBool(const FieldDescriptor& field, std::string_view text,
                                std::string_view path) {
  const std::string lower = absl::AsciiStrToLower(std::string(text));
  if (lower == "true" || lower == "1") return Scalar(true);
  if (lower == "false" || lower == "0") return Scalar(false);
  return NotAllowed(field, text, path);
}

absl::StatusOr<Scalar> ReadEnum(const FieldDescriptor& field, std::string_view text,
                                std::string_view path) {
  if (const auto* value = FindEnumValue(*field.enum_type(), text)) {
    return Scalar(static_cast<int32_t>(value->number()));
  }
  ASSIGN_OR_RETURN(const Scalar number, ReadInt<int32_t>(field, text, path));
  if (field.enum_type()->FindValueByNumber(std::get<int32_t>(number)) != nullptr) return number;
  return NotAllowed(field, text, path);
}

absl::StatusOr<Scalar> ReadString(const FieldDescriptor& field, std::string_view text,
                                  std::string_view path) {
  if (field.type() != FieldDescriptor::TYPE_BYTES) {
    if (!IsUtf8(text)) return InvalidFieldBecause(path, "is not UTF-8");
    return Scalar(std::string(text));
  }
  std::string bytes;
  if (!absl::Base64Unescape(std::string(text), &bytes)) return NotAllowed(field, text, path);
  return Scalar(std::move(bytes));
}

}  // namespace

absl::StatusOr<Scalar> ScalarFromText(const FieldDescriptor& field, std::string_view text,
                                      std::string_view path) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return ReadBool(field, text, path);
    case FieldDescriptor::CPPTYPE_INT32:
      return ReadInt<int32_t>(field, text, path);
    case FieldDescriptor::CPPTYPE_INT64:
      return ReadInt<int64_t>(field, text, path);
    case FieldDescriptor::CPPTYPE_UINT32:
      return ReadInt<uint32_t>(field, text, path);
    case FieldDescriptor::CPPTYPE_UINT64:
      return ReadInt<uint64_t>(field, text, path);
    case FieldDescriptor::CPPTYPE_FLOAT:
      return ReadFloat<float>(field, text, path);
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return ReadFloat<double>(field, text, path);
    case FieldDescriptor::CPPTYPE_ENUM:
      return ReadEnum(field, text, path);
    case FieldDescriptor::CPPTYPE_STRING:
      return ReadString(field, text, path);
    case FieldDescriptor::CPPTYPE_MESSAGE:
      break;
  }
  return InvalidFieldBecause(path, absl::StrCat("is a ", field.message_type()->name(),
                                                ", which is set through its own fields"));
}

std::string ScalarText(const FieldDescriptor& field, const Scalar& value) {
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    const int number = std::get<int32_t>(value);
    const auto* found = field.enum_type()->FindValueByNumber(number);
    return found == nullptr ? absl::StrCat(number) : ShortName(*found);
  }
  if (field.type() == FieldDescriptor::TYPE_BYTES) {
    return absl::Base64Escape(std::get<std::string>(value));
  }
  struct Writer {
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(float v) const { return NumberText(v); }
    std::string operator()(double v) const { return NumberText(v); }
    std::string operator()(const std::string& v) const { return v; }
    std::string operator()(int32_t v) const { return absl::StrCat(v); }
    std::string operator()(int64_t v) const { return absl::StrCat(v); }
    std::string operator()(uint32_t v) const { return absl::StrCat(v); }
    std::string operator()(uint64_t v) const { return absl::StrCat(v); }
  };
  return std::visit(Writer(), value);
}

}  // namespace widthlab::spec
