// A matrix in NumPy's .npy format, read in place.
//
//   ASSIGN_OR_RETURN(const NpyFile x, NpyFile::Open("x.npy"));
//   x.dtype();   // DType::kF32
//   x.shape();   // {256, 576}
//   x.bytes();   // the elements in C order
//
// Format: numpy.lib.format, versions 1 to 3. Taken are float64, float32 and float16, little-endian,
// in C order, of any number of dimensions. Movable; `bytes` stays valid as long as the object.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_NPY_FILE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_NPY_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/dtype.h"
#include "common/tensor_io/mapped_file.h"

namespace widthlab::tensor_io {

struct NpyHeader {
  DType dtype = DType::kF64;
  std::vector<int64_t> shape;
  // Bytes before the elements.
  size_t data_begin = 0;
};

// Of a whole file; `label` names it in errors. INVALID_ARGUMENT BAD_NPY says what is wrong: no .npy
// file, a header that cannot be read, another type or order, a size that is not that of the shape.
absl::StatusOr<NpyHeader> ParseNpy(std::string_view file, std::string_view label);

class NpyFile {
 public:
  // Errors: those of MappedFile::Open and of ParseNpy.
  static absl::StatusOr<NpyFile> Open(const std::string& path);

  DType dtype() const { return header_.dtype; }
  const std::vector<int64_t>& shape() const { return header_.shape; }
  std::string_view bytes() const { return mapped_.bytes().substr(header_.data_begin); }

 private:
  NpyFile(MappedFile mapped, NpyHeader header)
      : mapped_(std::move(mapped)), header_(std::move(header)) {}

  MappedFile mapped_;
  NpyHeader header_;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_NPY_FILE_H_
