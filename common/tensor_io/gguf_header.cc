#include "common/tensor_io/gguf_header.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/macros.h"
#include "common/tensor_io/gguf_cursor.h"
#include "common/tensor_io/gguf_error.h"

namespace widthlab::tensor_io {
namespace {

constexpr uint32_t kVersion = 3;
constexpr size_t kMaxKeyBytes = 65535;
constexpr size_t kMaxNameBytes = 64;
constexpr uint32_t kMaxRank = 4;
constexpr int kMaxListDepth = 4;
constexpr uint64_t kDefaultAlignment = 32;
constexpr uint64_t kMaxAlignment = 65536;
constexpr char kAlignmentKey[] = "general.alignment";
// What the shortest entry and description take: lengths, kinds, a byte of name and of value.
constexpr uint64_t kMinEntryBytes = 8 + 1 + 4 + 1;
constexpr uint64_t kMinTensorBytes = 8 + 1 + 4 + 4 + 8;

// Far more than any model has; keeps what a header of short entries can make us hold small.
constexpr uint64_t kMaxEntries = 1 << 16;
constexpr uint64_t kMaxTensors = 1 << 20;

uint64_t RoundUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

absl::Status CheckStart(GgufCursor& cursor) {
  ASSIGN_OR_RETURN(const uint32_t magic, cursor.Read<uint32_t>("the magic number"));
  if (magic != 0x46554747) {
    return GgufError(cursor.label(), "", "magic", "does not begin with \"GGUF\"");
  }
  ASSIGN_OR_RETURN(const uint32_t version, cursor.Read<uint32_t>("the version"));
  if (version == kVersion) return absl::OkStatus();
  return GgufError(cursor.label(), "", "version",
                   version == kVersion << 24
                       ? "is big-endian; little-endian files can be read"
                       : absl::StrCat("is of version ", version, "; version 3 can be read"));
}

absl::Status CheckKind(uint32_t kind, std::string_view what, const GgufCursor& cursor) {
  if (kind <= static_cast<uint32_t>(GgufKind::kFloat64)) return absl::OkStatus();
  return GgufError(cursor.label(), what, "kind",
                   absl::StrCat("is of kind ", kind, "; kinds are 0 to 12"));
}

absl::Status CheckBools(std::string_view bytes, std::string_view what, const GgufCursor& cursor) {
  for (const char byte : bytes) {
    if (byte == 0 || byte == 1) continue;
    return GgufError(cursor.label(), what, "bool",
                     absl::StrCat("is ", static_cast<int>(static_cast<unsigned char>(byte)),
                                  ", a truth value is 0 or 1"));
  }
  return absl::OkStatus();
}

// Passes over `count` values of `kind`. `depth` is that of the list which holds them.
absl::Status SkipValues(GgufKind kind, uint64_t count, int depth, std::string_view what,
                        GgufCursor& cursor) {
  const size_t begin = cursor.position();
  if (const int64_t size = GgufKindSize(kind); size > 0) {
    RETURN_IF_ERROR(cursor.Skip(what, count, static_cast<uint64_t>(size)));
    return kind == GgufKind::kBool ? CheckBools(cursor.Since(begin), what, cursor)
                                   : absl::OkStatus();
  }
  const bool texts = kind == GgufKind::kText;
  // The shortest text is its length, the shortest list its kind and length.
  RETURN_IF_ERROR(cursor.Need(what, count, texts ? 8 : 12));
  for (uint64_t i = 0; i < count; ++i) {
    if (texts) {
      RETURN_IF_ERROR(cursor.ReadText(what).status());
      continue;
    }
    if (depth == kMaxListDepth) {
      return GgufError(cursor.label(), what, "depth",
                       absl::StrCat("nests lists deeper than ", kMaxListDepth, " levels"));
    }
    ASSIGN_OR_RETURN(const uint32_t element, cursor.Read<uint32_t>(what));
    RETURN_IF_ERROR(CheckKind(element, what, cursor));
    ASSIGN_OR_RETURN(const uint64_t elements, cursor.Read<uint64_t>(what));
    RETURN_IF_ERROR(SkipValues(static_cast<GgufKind>(element), elements, depth + 1, what, cursor));
  }
  return absl::OkStatus();
}

absl::StatusOr<GgufValue> ReadValue(std::string_view what, GgufCursor& cursor) {
  ASSIGN_OR_RETURN(const uint32_t number, cursor.Read<uint32_t>(what));
  RETURN_IF_ERROR(CheckKind(number, what, cursor));
  const GgufKind kind = static_cast<GgufKind>(number);
  if (kind == GgufKind::kText) {
    ASSIGN_OR_RETURN(const std::string_view text, cursor.ReadText(what));
    return GgufValue(kind, kind, 1, text);
  }
  GgufKind element = kind;
  uint64_t count = 1;
  if (kind == GgufKind::kList) {
    ASSIGN_OR_RETURN(const uint32_t element_number, cursor.Read<uint32_t>(what));
    RETURN_IF_ERROR(CheckKind(element_number, what, cursor));
    element = static_cast<GgufKind>(element_number);
    ASSIGN_OR_RETURN(count, cursor.Read<uint64_t>(what));
  }
  const size_t begin = cursor.position();
  RETURN_IF_ERROR(SkipValues(element, count, 1, what, cursor));
  return GgufValue(kind, element, count, cursor.Since(begin));
}

absl::Status ReadMetadata(uint64_t count, GgufCursor& cursor, GgufHeader& header) {
  RETURN_IF_ERROR(cursor.Need("the metadata", count, kMinEntryBytes));
  for (uint64_t i = 0; i < count; ++i) {
    ASSIGN_OR_RETURN(const std::string_view key, cursor.ReadText(absl::StrCat("key number ", i)));
    if (key.empty() || key.size() > kMaxKeyBytes) {
      return GgufError(cursor.label(), absl::StrCat("key number ", i), "key",
                       absl::StrCat("has ", key.size(), " bytes, allowed are 1 to ", kMaxKeyBytes));
    }
    const std::string what = absl::StrCat("key ", std::string(key));
    ASSIGN_OR_RETURN(const GgufValue value, ReadValue(what, cursor));
    if (!header.metadata.emplace(std::string(key), value).second) {
      return GgufError(cursor.label(), what, "duplicate_key", "appears twice");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<uint64_t> AlignmentOf(const GgufHeader& header, std::string_view label) {
  const auto found = header.metadata.find(kAlignmentKey);
  if (found == header.metadata.end()) return kDefaultAlignment;
  const std::optional<int64_t> value = found->second.Integer();
  const uint64_t alignment = value.has_value() && *value > 0 ? static_cast<uint64_t>(*value) : 0;
  if (found->second.kind() == GgufKind::kUint32 && alignment > 0 && alignment <= kMaxAlignment &&
      (alignment & (alignment - 1)) == 0) {
    return alignment;
  }
  return GgufError(
      label, absl::StrCat("key ", kAlignmentKey), "alignment",
      absl::StrCat("is a ", found->second.KindText(),
                   value.has_value() ? absl::StrCat(" of ", *value) : "",
                   "; allowed is a uint32 that is a power of two from 1 to ", kMaxAlignment));
}

// Sets shape and bytes. `dimensions` come in the file's order, the row's length first.
absl::Status SetShape(const std::vector<uint64_t>& dimensions, std::string_view what,
                      std::string_view label, GgufTensor& tensor) {
  const std::string text = absl::StrCat("shape [", absl::StrJoin(dimensions, ", "), "]");
  uint64_t elements = 1;
  for (const uint64_t dimension : dimensions) {
    if (dimension == 0) return GgufError(label, what, "shape", text + " has no elements");
    if (dimension > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) / elements) {
      return GgufError(label, what, "shape_overflow", text + " overflows 63 bits");
    }
    elements *= dimension;
  }
  const auto block = static_cast<uint64_t>(tensor.type->block_elements);
  const auto block_bytes = static_cast<uint64_t>(tensor.type->block_bytes);
  const uint64_t row = dimensions.empty() ? 1 : dimensions.front();
  if (row % block != 0) {
    return GgufError(label, what, "shape",
                     absl::StrCat(text, " has rows of ", row, " elements, but ",
                                  std::string(tensor.type->name), " has blocks of ", block));
  }
  if (elements / block > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) / block_bytes) {
    return GgufError(label, what, "shape_overflow", text + " overflows 63 bits");
  }
  tensor.bytes = elements / block * block_bytes;
  tensor.shape.assign(dimensions.rbegin(), dimensions.rend());
  return absl::OkStatus();
}

absl::StatusOr<GgufTensor> ReadTensor(uint64_t number, GgufCursor& cursor) {
  const std::string_view label = cursor.label();
  ASSIGN_OR_RETURN(const std::string_view name,
                   cursor.ReadText(absl::StrCat("tensor number ", number)));
  if (name.empty() || name.size() > kMaxNameBytes) {
    return GgufError(
        label, absl::StrCat("tensor number ", number), "name",
        absl::StrCat("has a name of ", name.size(), " bytes, allowed are 1 to ", kMaxNameBytes));
  }
  GgufTensor tensor;
  tensor.name = std::string(name);
  const std::string what = absl::StrCat("tensor ", tensor.name);
  ASSIGN_OR_RETURN(const uint32_t rank, cursor.Read<uint32_t>(what));
  if (rank > kMaxRank) {
    return GgufError(label, what, "rank",
                     absl::StrCat("has ", rank, " dimensions, at most ", kMaxRank, " are allowed"));
  }
  std::vector<uint64_t> dimensions(rank);
  for (uint64_t& dimension : dimensions) {
    ASSIGN_OR_RETURN(dimension, cursor.Read<uint64_t>(what));
  }
  ASSIGN_OR_RETURN(const uint32_t type, cursor.Read<uint32_t>(what));
  tensor.type = FindGgufType(type);
  if (tensor.type == nullptr) {
    return GgufError(label, what, "type",
                     absl::StrCat("is ", GgufTypeText(type), ", which cannot be read; types are ",
                                  GgufTypeNames()));
  }
  RETURN_IF_ERROR(SetShape(dimensions, what, label, tensor));
  ASSIGN_OR_RETURN(tensor.begin, cursor.Read<uint64_t>(what));
  return tensor;
}

// Reads the descriptions; returns where the last tensor ends in the payload.
absl::StatusOr<uint64_t> ReadTensors(uint64_t count, uint64_t alignment, GgufCursor& cursor,
                                     GgufHeader& header) {
  RETURN_IF_ERROR(cursor.Need("the tensors", count, kMinTensorBytes));
  uint64_t end = 0;
  for (uint64_t i = 0; i < count; ++i) {
    ASSIGN_OR_RETURN(GgufTensor tensor, ReadTensor(i, cursor));
    const std::string what = absl::StrCat("tensor ", tensor.name);
    // Both are under 2^63, so that neither the sum nor the rounding wraps.
    const uint64_t expected = RoundUp(end, alignment);
    if (tensor.begin != expected) {
      return GgufError(
          cursor.label(), what, "contiguous",
          absl::StrCat("begins at ", tensor.begin, " of the payload, but must at ", expected));
    }
    if (tensor.bytes > cursor.left() || expected > cursor.left() - tensor.bytes) {
      return GgufError(cursor.label(), what, "payload",
                       absl::StrCat("has ", tensor.bytes, " bytes from ", expected,
                                    " on, but the file has ", cursor.left(), " left"));
    }
    end = expected + tensor.bytes;
    std::string name = tensor.name;
    if (!header.tensors.emplace(std::move(name), std::move(tensor)).second) {
      return GgufError(cursor.label(), what, "duplicate_tensor", "appears twice");
    }
  }
  return end;
}

}  // namespace

absl::StatusOr<GgufHeader> ParseGgufHeader(std::string_view file, std::string_view label) {
  GgufCursor cursor(file, label);
  RETURN_IF_ERROR(CheckStart(cursor));
  ASSIGN_OR_RETURN(const uint64_t tensors, cursor.Read<uint64_t>("the number of tensors"));
  ASSIGN_OR_RETURN(const uint64_t entries, cursor.Read<uint64_t>("the number of entries"));
  if (tensors > kMaxTensors || entries > kMaxEntries) {
    return GgufError(label, "", "count",
                     absl::StrCat("announces ", tensors, " tensors and ", entries,
                                  " entries; allowed are ", kMaxTensors, " and ", kMaxEntries));
  }
  GgufHeader header;
  RETURN_IF_ERROR(ReadMetadata(entries, cursor, header));
  ASSIGN_OR_RETURN(const uint64_t alignment, AlignmentOf(header, label));
  ASSIGN_OR_RETURN(const uint64_t end, ReadTensors(tensors, alignment, cursor, header));
  header.payload_begin = RoundUp(cursor.position(), alignment);
  if (tensors == 0) return header;
  const uint64_t size = file.size();
  const uint64_t wanted = header.payload_begin + end;
  if (size >= wanted && size <= header.payload_begin + RoundUp(end, alignment)) return header;
  return GgufError(
      label, "", "payload",
      absl::StrCat("the tensors end at byte ", wanted, ", but the file has ", size, " bytes"));
}

}  // namespace widthlab::tensor_io
