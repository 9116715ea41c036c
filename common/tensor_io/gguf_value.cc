#include "common/tensor_io/gguf_value.h"

#include <cstring>
#include <limits>

#include "absl/strings/str_cat.h"

namespace widthlab::tensor_io {
namespace {

template <typename T>
T Load(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

const char* NameOf(GgufKind kind) {
  switch (kind) {
    case GgufKind::kUint8:
      return "uint8";
    case GgufKind::kInt8:
      return "int8";
    case GgufKind::kUint16:
      return "uint16";
    case GgufKind::kInt16:
      return "int16";
    case GgufKind::kUint32:
      return "uint32";
    case GgufKind::kInt32:
      return "int32";
    case GgufKind::kFloat32:
      return "float32";
    case GgufKind::kBool:
      return "bool";
    case GgufKind::kText:
      return "text";
    case GgufKind::kList:
      return "list";
    case GgufKind::kUint64:
      return "uint64";
    case GgufKind::kInt64:
      return "int64";
    case GgufKind::kFloat64:
      return "float64";
  }
  return "unknown";
}

std::optional<int64_t> IntegerAt(GgufKind kind, const char* bytes) {
  switch (kind) {
    case GgufKind::kUint8:
      return Load<uint8_t>(bytes);
    case GgufKind::kInt8:
      return Load<int8_t>(bytes);
    case GgufKind::kUint16:
      return Load<uint16_t>(bytes);
    case GgufKind::kInt16:
      return Load<int16_t>(bytes);
    case GgufKind::kUint32:
      return Load<uint32_t>(bytes);
    case GgufKind::kInt32:
      return Load<int32_t>(bytes);
    case GgufKind::kInt64:
      return Load<int64_t>(bytes);
    case GgufKind::kUint64: {
      const uint64_t value = Load<uint64_t>(bytes);
      if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return std::nullopt;
      return static_cast<int64_t>(value);
    }
    default:
      return std::nullopt;
  }
}

std::optional<double> NumberAt(GgufKind kind, const char* bytes) {
  if (kind == GgufKind::kFloat32) return Load<float>(bytes);
  if (kind == GgufKind::kFloat64) return Load<double>(bytes);
  if (kind == GgufKind::kUint64) return static_cast<double>(Load<uint64_t>(bytes));
  const std::optional<int64_t> integer = IntegerAt(kind, bytes);
  if (!integer.has_value()) return std::nullopt;
  return static_cast<double>(*integer);
}

}  // namespace

int64_t GgufKindSize(GgufKind kind) {
  switch (kind) {
    case GgufKind::kUint8:
    case GgufKind::kInt8:
    case GgufKind::kBool:
      return 1;
    case GgufKind::kUint16:
    case GgufKind::kInt16:
      return 2;
    case GgufKind::kUint32:
    case GgufKind::kInt32:
    case GgufKind::kFloat32:
      return 4;
    case GgufKind::kUint64:
    case GgufKind::kInt64:
    case GgufKind::kFloat64:
      return 8;
    case GgufKind::kText:
    case GgufKind::kList:
      return 0;
  }
  return 0;
}

std::string GgufValue::KindText() const {
  if (!is_list()) return NameOf(kind_);
  return absl::StrCat("list of ", count_, " ", NameOf(element_), count_ == 1 ? "" : "s");
}

std::optional<int64_t> GgufValue::Integer() const { return IntegerAt(kind_, bytes_.data()); }

std::optional<double> GgufValue::Number() const { return NumberAt(kind_, bytes_.data()); }

std::optional<bool> GgufValue::Bool() const {
  if (kind_ != GgufKind::kBool) return std::nullopt;
  return bytes_.front() != 0;
}

std::optional<std::string_view> GgufValue::Text() const {
  if (kind_ != GgufKind::kText) return std::nullopt;
  return bytes_;
}

std::optional<std::vector<int64_t>> GgufValue::Integers() const {
  const auto size = static_cast<size_t>(GgufKindSize(element_));
  if (!is_list() || size == 0) return std::nullopt;
  std::vector<int64_t> values;
  values.reserve(count_);
  for (size_t i = 0; i < count_; ++i) {
    const char* at = bytes_.data() + i * size;
    const std::optional<int64_t> value =
        element_ == GgufKind::kBool ? Load<uint8_t>(at) : IntegerAt(element_, at);
    if (!value.has_value()) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::optional<std::vector<double>> GgufValue::Numbers() const {
  const auto size = static_cast<size_t>(GgufKindSize(element_));
  if (!is_list() || size == 0 || element_ == GgufKind::kBool) return std::nullopt;
  std::vector<double> values;
  values.reserve(count_);
  for (size_t i = 0; i < count_; ++i) {
    values.push_back(*NumberAt(element_, bytes_.data() + i * size));
  }
  return values;
}

std::optional<std::vector<std::string_view>> GgufValue::Texts() const {
  if (!is_list() || element_ != GgufKind::kText) return std::nullopt;
  std::vector<std::string_view> texts;
  texts.reserve(count_);
  size_t at = 0;
  for (uint64_t i = 0; i < count_; ++i) {
    const auto length = static_cast<size_t>(Load<uint64_t>(bytes_.data() + at));
    texts.push_back(bytes_.substr(at + sizeof(uint64_t), length));
    at += sizeof(uint64_t) + length;
  }
  return texts;
}

}  // namespace widthlab::tensor_io
