#include "common/tensor_io/npy_file.h"

#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::tensor_io {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kMaxHeaderLength = 1 << 20;

absl::Status Bad(std::string_view label, std::string_view what) {
  ErrorFacts facts{.reason = "BAD_NPY"};
  facts.metadata["file"] = std::string(label);
  return MakeError(absl::StatusCode::kInvalidArgument, std::move(facts),
                   absl::StrCat(std::string(label), " ", std::string(what)));
}

uint32_t LittleEndian(std::string_view bytes) {
  uint32_t value = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    value |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return value;
}

// What stands behind 'key': in the header, which is a Python dictionary of three entries.
std::optional<std::string_view> ValueOf(std::string_view header, std::string_view key) {
  const size_t at = header.find(absl::StrCat("'", std::string(key), "'"));
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = header.substr(at + key.size() + 2);
  const size_t colon = rest.find_first_not_of(' ');
  if (colon == std::string_view::npos || rest[colon] != ':') return std::nullopt;
  rest.remove_prefix(colon + 1);
  const size_t begin = rest.find_first_not_of(' ');
  if (begin == std::string_view::npos) return std::nullopt;
  return rest.substr(begin);
}

std::optional<DType> TypeOf(std::string_view value) {
  if (value.substr(0, 5) == "'<f8'") return DType::kF64;
  if (value.substr(0, 5) == "'<f4'") return DType::kF32;
  if (value.substr(0, 5) == "'<f2'") return DType::kF16;
  return std::nullopt;
}

std::optional<std::vector<int64_t>> ShapeOf(std::string_view value) {
  const size_t end = value.find(')');
  if (value.empty() || value[0] != '(' || end == std::string_view::npos) return std::nullopt;
  std::vector<int64_t> shape;
  const std::string inner(value.substr(1, end - 1));
  const std::vector<std::string> parts = absl::StrSplit(inner, ',');
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::string part(absl::StripAsciiWhitespace(parts[i]));
    // "(3,)" and "()".
    if (part.empty() && i + 1 == parts.size()) break;
    int64_t size = 0;
    if (!absl::SimpleAtoi(part, &size) || size < 0) return std::nullopt;
    shape.push_back(size);
  }
  return shape;
}

// Bytes of all elements; nothing where 63 bits do not hold them.
std::optional<int64_t> SizeOf(const NpyHeader& header) {
  auto bytes = static_cast<int64_t>(DTypeSize(header.dtype));
  for (const int64_t size : header.shape) {
    if (__builtin_mul_overflow(bytes, size, &bytes)) return std::nullopt;
  }
  return bytes;
}

}  // namespace

absl::StatusOr<NpyHeader> ParseNpy(std::string_view file, std::string_view label) {
  if (file.size() < 10 || file.substr(0, kMagic.size()) != kMagic || file[6] < 1 || file[6] > 3) {
    return Bad(label, "is no .npy file of version 1, 2 or 3");
  }
  const size_t length_bytes = file[6] == 1 ? 2 : 4;
  const size_t begin = 8 + length_bytes;
  if (file.size() < begin) return Bad(label, "ends inside its header");
  const size_t length = LittleEndian(file.substr(8, length_bytes));
  if (length > kMaxHeaderLength || length > file.size() - begin) {
    return Bad(label, "ends inside its header");
  }
  const std::string_view text = file.substr(begin, length);
  const auto descr = ValueOf(text, "descr");
  const auto order = ValueOf(text, "fortran_order");
  const auto shape = ValueOf(text, "shape");
  if (!descr || !order || !shape) return Bad(label, "has a header that cannot be read");
  const std::optional<DType> type = TypeOf(*descr);
  if (!type) {
    return Bad(label,
               "holds neither float64, float32 nor float16 (little-endian); "
               "numpy.asarray(x, dtype=\"<f4\") makes one of them");
  }
  if (order->substr(0, 5) != "False") {
    return Bad(label, "is in Fortran order; numpy.ascontiguousarray(x) makes it C order");
  }
  const auto sizes = ShapeOf(*shape);
  if (!sizes) return Bad(label, "has a shape that cannot be read");
  NpyHeader header{*type, *sizes, begin + length};
  const std::optional<int64_t> bytes = SizeOf(header);
  if (!bytes || file.size() - header.data_begin != static_cast<size_t>(*bytes)) {
    return Bad(label, absl::StrCat("has ", file.size() - header.data_begin,
                                   " bytes of elements, which is not what its shape needs"));
  }
  return header;
}

absl::StatusOr<NpyFile> NpyFile::Open(const std::string& path) {
  ASSIGN_OR_RETURN(MappedFile mapped, MappedFile::Open(path));
  ASSIGN_OR_RETURN(NpyHeader header, ParseNpy(mapped.bytes(), path));
  return NpyFile(std::move(mapped), std::move(header));
}

}  // namespace widthlab::tensor_io
