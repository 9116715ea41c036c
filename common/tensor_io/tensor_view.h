// A stored tensor's type, shape and bytes, owned by somebody else (a file, a string).
//
//   ASSIGN_OR_RETURN(TensorView view, file.Tensor("ffn_in.0"));       // [n, d]
//   std::vector<double> x(view.info->element_count());
//   RETURN_IF_ERROR(view.CopyTo(absl::MakeSpan(x)));                  // any float type widened
//
// CopyTo converts only where no value can change: F16, BF16, F32 and F64 to a float type at least
// as wide, integers to int64_t, and equal types. Values are little-endian, as is the machine.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TENSOR_VIEW_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TENSOR_VIEW_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/tensor_io/safetensors_error.h"
#include "common/tensor_io/safetensors_header.h"

namespace widthlab::tensor_io {

struct TensorView {
  // Both outlive the view. `label` names the file in errors.
  const TensorInfo* info = nullptr;
  std::string_view bytes;
  std::string_view label;

  // Errors (INVALID_ARGUMENT): rule `size` where `out` has another element count, rule `dtype`
  // where the stored type could lose something.
  absl::Status CopyTo(absl::Span<double> out) const;
  absl::Status CopyTo(absl::Span<float> out) const;
  absl::Status CopyTo(absl::Span<int64_t> out) const;

  // The elements in place, for the very type stored. Errors: rule `dtype`; rule `alignment` where
  // they do not lie at a multiple of their size (the format allows that; CopyTo still works).
  template <typename T>
  absl::StatusOr<absl::Span<const T>> Elements() const {
    if (absl::Status status = CheckElements(DTypeOf<T>::value); !status.ok()) return status;
    return absl::MakeConstSpan(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T));
  }

  // An error unless the shape is `shape`; -1 stands for any length.
  absl::Status ExpectShape(absl::Span<const int64_t> shape) const;

 private:
  absl::Status CheckElements(DType wanted) const;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TENSOR_VIEW_H_
