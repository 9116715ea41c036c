// Reads and checks everything of a GGUF file but its weights: nothing after this has to doubt a
// length or an offset.
//
// A file is "GGUF", the version 3, the numbers of tensors and of metadata entries, the entries, a
// description of every tensor, and the tensors' bytes, aligned. docs/formats/gguf.md has the bytes.
// Each rule has a name, which an error carries in its metadata:
//
//   magic          the file begins with "GGUF"
//   version        the version is 3, little-endian
//   truncated      what is announced is there: every count and length is compared with the bytes
//                  that are left before anything is allocated or read
//   count          at most 65,536 entries and 1,048,576 tensors
//   key            a key has 1 to 65,535 bytes
//   duplicate_key  no key appears twice
//   kind           a value is of one of the 13 kinds
//   bool           a truth value is 0 or 1
//   depth          lists nest at most 4 levels
//   alignment      general.alignment is a uint32, and a power of two from 1 to 65,536
//   name           a tensor's name has 1 to 64 bytes
//   duplicate_tensor  no name appears twice
//   rank           at most 4 dimensions
//   shape          every dimension is at least 1, and a row is a whole number of blocks
//   shape_overflow the number of elements, and of bytes, fits in 63 bits
//   type           the type is one that gguf_type.h lists
//   contiguous     tensors follow each other in the order of their descriptions, each at the next
//                  multiple of the alignment, the first at 0
//   payload        the last one ends with the file (and, at most, its padding)
#ifndef WIDTHLAB_COMMON_TENSOR_IO_GGUF_HEADER_H_
#define WIDTHLAB_COMMON_TENSOR_IO_GGUF_HEADER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/gguf_type.h"
#include "common/tensor_io/gguf_value.h"

namespace widthlab::tensor_io {

struct GgufTensor {
  std::string name;
  // Row-major: the file's order turned round. Empty for a scalar.
  std::vector<int64_t> shape;
  const GgufType* type = nullptr;
  // Counted from the payload's start.
  uint64_t begin = 0;
  uint64_t bytes = 0;
};

struct GgufHeader {
  // Values point into the file.
  std::map<std::string, GgufValue, std::less<>> metadata;
  // By name.
  std::map<std::string, GgufTensor, std::less<>> tensors;
  uint64_t payload_begin = 0;
};

// `file` is the whole file and outlives the result; `label` names it in errors, which are those of
// GgufError. Only the bytes before the payload are touched.
absl::StatusOr<GgufHeader> ParseGgufHeader(std::string_view file, std::string_view label);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_GGUF_HEADER_H_
