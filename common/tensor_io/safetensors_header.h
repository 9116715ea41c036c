// Reads and checks the header of a safetensors file: nothing after this has to doubt an offset.
//
// A file is 8 bytes (header length N, little-endian), N bytes of JSON, and the payload:
//
//   {"__metadata__": {"key": "text"},
//    "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}
//
// Each rule has a name, which an error carries in its metadata:
//
//   header_length    8 bytes are there, and N is at most the rest of the file and 100 MB
//   header_start     the JSON begins with '{'
//   json             it is valid JSON in UTF-8; only spaces may follow the object
//   json_depth       at most 8 levels, counted before anything is parsed
//   structure        a name holds exactly dtype, shape, data_offsets; metadata holds texts
//   duplicate_key    no key appears twice in one object
//   dtype            the type is a known one
//   rank             at most 64 dimensions
//   shape_overflow   the number of elements, and of bytes, fits in 63 bits
//   offsets          begin <= end <= payload size, and end - begin is what dtype and shape need
//   contiguous       tensors follow each other from 0 to the end, no gap, no overlap
//
// Format: https://github.com/huggingface/safetensors, section "Format".
#ifndef WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_HEADER_H_
#define WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_HEADER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/dtype.h"

namespace widthlab::tensor_io {

// Where a tensor lies and what it is. Row-major; `begin` and `end` count from the payload's start.
struct TensorInfo {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> shape;
  uint64_t begin = 0;
  uint64_t end = 0;

  // The product of the shape; 1 for a scalar.
  int64_t element_count() const;
  // For instance "[2, 3]".
  std::string ShapeText() const;
};

struct SafetensorsHeader {
  // By name.
  std::map<std::string, TensorInfo, std::less<>> tensors;
  std::map<std::string, std::string> metadata;
  // Bytes before the payload: 8 + N.
  size_t payload_begin = 0;
};

inline constexpr size_t kMaxHeaderBytes = 100'000'000;
inline constexpr size_t kMaxHeaderDepth = 8;
inline constexpr size_t kMaxRank = 64;

// `file` is the whole file; `label` names it in errors. Only the header's bytes are touched.
// Errors: INVALID_ARGUMENT with reason BAD_SAFETENSORS and metadata file, tensor, rule.
absl::StatusOr<SafetensorsHeader> ParseSafetensorsHeader(std::string_view file,
                                                         std::string_view label);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_HEADER_H_
