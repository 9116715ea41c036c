#include "common/tensor_io/safetensors_header.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/macros.h"
#include "common/tensor_io/safetensors_error.h"
#include "common/tensor_io/safetensors_json.h"

namespace widthlab::tensor_io {
namespace {

constexpr size_t kLengthBytes = 8;

uint64_t ReadLittleEndian64(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = kLengthBytes; i > 0; --i) {
    value = (value << 8) | static_cast<unsigned char>(bytes[i - 1]);
  }
  return value;
}

// The bytes that a tensor needs, or an error where the product leaves 63 bits.
absl::StatusOr<uint64_t> NeededBytes(const TensorInfo& tensor, std::string_view label) {
  uint64_t bytes = DTypeSize(tensor.dtype);
  bool empty = false;
  for (const int64_t dimension : tensor.shape) {
    if (dimension == 0) {
      empty = true;
      continue;
    }
    if (bytes > static_cast<uint64_t>(std::numeric_limits<int64_t>::max() / dimension)) {
      return SafetensorsError(label, tensor.name, "shape_overflow",
                              absl::StrCat("shape ", tensor.ShapeText(), " overflows 63 bits"));
    }
    bytes *= static_cast<uint64_t>(dimension);
  }
  return empty ? 0 : bytes;
}

absl::Status CheckOffsets(const TensorInfo& tensor, uint64_t payload_size, std::string_view label) {
  ASSIGN_OR_RETURN(const uint64_t needed, NeededBytes(tensor, label));
  const std::string range = absl::StrCat("data_offsets [", tensor.begin, ", ", tensor.end, "]");
  if (tensor.begin > tensor.end) {
    return SafetensorsError(label, tensor.name, "offsets", absl::StrCat(range, " run backwards"));
  }
  if (tensor.end > payload_size) {
    return SafetensorsError(
        label, tensor.name, "offsets",
        absl::StrCat(range, " end after the payload of ", payload_size, " bytes"));
  }
  if (tensor.end - tensor.begin != needed) {
    return SafetensorsError(label, tensor.name, "offsets",
                            absl::StrCat(range, " hold ", tensor.end - tensor.begin, " bytes, but ",
                                         std::string(DTypeName(tensor.dtype)), " ",
                                         tensor.ShapeText(), " needs ", needed));
  }
  return absl::OkStatus();
}

absl::Status CheckContiguous(const SafetensorsHeader& header, uint64_t payload_size,
                             std::string_view label) {
  std::vector<const TensorInfo*> order;
  order.reserve(header.tensors.size());
  for (const auto& [name, tensor] : header.tensors) order.push_back(&tensor);
  std::sort(order.begin(), order.end(), [](const TensorInfo* a, const TensorInfo* b) {
    return std::tie(a->begin, a->end) < std::tie(b->begin, b->end);
  });
  uint64_t position = 0;
  for (const TensorInfo* tensor : order) {
    if (tensor->begin != position) {
      return SafetensorsError(
          label, tensor->name, "contiguous",
          absl::StrCat("begins at ", tensor->begin, ", but the one before ends", " at ", position));
    }
    position = tensor->end;
  }
  if (position == payload_size) return absl::OkStatus();
  return SafetensorsError(label, "", "contiguous",
                          absl::StrCat("the tensors end at ", position, ", but the payload has ",
                                       payload_size, " bytes"));
}

}  // namespace

int64_t TensorInfo::element_count() const {
  int64_t count = 1;
  for (const int64_t dimension : shape) {
    if (dimension == 0) return 0;
  }
  for (const int64_t dimension : shape) count *= dimension;
  return count;
}

std::string TensorInfo::ShapeText() const {
  return absl::StrCat("[", absl::StrJoin(shape, ", "), "]");
}

absl::StatusOr<SafetensorsHeader> ParseSafetensorsHeader(std::string_view file,
                                                         std::string_view label) {
  if (file.size() < kLengthBytes) {
    return SafetensorsError(label, "", "header_length",
                            absl::StrCat("the file has ", file.size(), " bytes, a header takes at ",
                                         "least ", kLengthBytes));
  }
  const uint64_t length = ReadLittleEndian64(file);
  const uint64_t rest = file.size() - kLengthBytes;
  if (length > std::min<uint64_t>(rest, kMaxHeaderBytes)) {
    return SafetensorsError(label, "", "header_length",
                            absl::StrCat("header of ", length, " bytes in a file of ", file.size(),
                                         "; at most ", kMaxHeaderBytes, " are allowed"));
  }
  const std::string_view json = file.substr(kLengthBytes, length);
  if (json.empty() || json.front() != '{') {
    return SafetensorsError(label, "", "header_start", "the header does not begin with '{'");
  }
  SafetensorsHeader header;
  header.payload_begin = kLengthBytes + length;
  RETURN_IF_ERROR(ParseSafetensorsJson(json, label, header));
  const uint64_t payload_size = file.size() - header.payload_begin;
  for (const auto& [name, tensor] : header.tensors) {
    RETURN_IF_ERROR(CheckOffsets(tensor, payload_size, label));
  }
  RETURN_IF_ERROR(CheckContiguous(header, payload_size, label));
  return header;
}

}  // namespace widthlab::tensor_io
