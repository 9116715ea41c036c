#include "common/tensor_io/dtype.h"

#include <array>
#include <string>

namespace widthlab::tensor_io {
namespace {

struct Entry {
  DType type;
  std::string_view name;
  size_t size;
};

// In the order of the enumeration, so that the value is the index.
constexpr std::array<Entry, 15> kEntries = {{
    {DType::kF64, "F64", 8},
    {DType::kF32, "F32", 4},
    {DType::kF16, "F16", 2},
    {DType::kBF16, "BF16", 2},
    {DType::kF8E4M3, "F8_E4M3", 1},
    {DType::kF8E5M2, "F8_E5M2", 1},
    {DType::kI64, "I64", 8},
    {DType::kI32, "I32", 4},
    {DType::kI16, "I16", 2},
    {DType::kI8, "I8", 1},
    {DType::kU64, "U64", 8},
    {DType::kU32, "U32", 4},
    {DType::kU16, "U16", 2},
    {DType::kU8, "U8", 1},
    {DType::kBool, "BOOL", 1},
}};

const Entry& Find(DType type) { return kEntries[static_cast<size_t>(type)]; }

}  // namespace

size_t DTypeSize(DType type) { return Find(type).size; }

std::string_view DTypeName(DType type) { return Find(type).name; }

std::optional<DType> ParseDType(std::string_view name) {
  for (const Entry& entry : kEntries) {
    if (entry.name == name) return entry.type;
  }
  return std::nullopt;
}

std::string_view DTypeNames() {
  static const std::string& names = *new std::string([] {
    std::string joined;
    for (const Entry& entry : kEntries) {
      joined.append(joined.empty() ? "" : ", ").append(entry.name);
    }
    return joined;
  }());
  return names;
}

}  // namespace widthlab::tensor_io
