#include "common/tensor_io/tensor_view.h"

#include <cstring>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/macros.h"
#include "common/tensor_io/float16.h"

namespace widthlab::tensor_io {
namespace {

template <typename T>
T Load(const char* bytes, size_t index) {
  T value;
  std::memcpy(&value, bytes + index * sizeof(T), sizeof(T));
  return value;
}

// Fills `out` from stored elements of type Stored, widened by `widen`.
template <typename Stored, typename Out, typename Widen>
absl::Status Fill(std::string_view bytes, absl::Span<Out> out, Widen widen) {
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<Out>(widen(Load<Stored>(bytes.data(), i)));
  }
  return absl::OkStatus();
}

template <typename Stored, typename Out>
absl::Status Fill(std::string_view bytes, absl::Span<Out> out) {
  return Fill<Stored>(bytes, out, [](Stored value) { return value; });
}

template <typename Out>
absl::Status CheckSize(const TensorView& view, absl::Span<Out> out) {
  if (out.size() == static_cast<size_t>(view.info->element_count())) return absl::OkStatus();
  return SafetensorsError(view.label, view.info->name, "size",
                          absl::StrCat("has ", view.info->element_count(), " elements, ",
                                       out.size(), " were asked for"));
}

absl::Status WrongType(const TensorView& view, std::string_view wanted) {
  return SafetensorsError(view.label, view.info->name, "dtype",
                          absl::StrCat("is ", std::string(DTypeName(view.info->dtype)),
                                       ", wanted is ", std::string(wanted)));
}

}  // namespace

absl::Status TensorView::CopyTo(absl::Span<double> out) const {
  RETURN_IF_ERROR(CheckSize(*this, out));
  switch (info->dtype) {
    case DType::kF64:
      return Fill<double>(bytes, out);
    case DType::kF32:
      return Fill<float>(bytes, out);
    case DType::kF16:
      return Fill<uint16_t>(bytes, out, Float16ToFloat);
    case DType::kBF16:
      return Fill<uint16_t>(bytes, out, BFloat16ToFloat);
    default:
      return WrongType(*this, "F64, F32, F16 or BF16");
  }
}

absl::Status TensorView::CopyTo(absl::Span<float> out) const {
  RETURN_IF_ERROR(CheckSize(*this, out));
  switch (info->dtype) {
    case DType::kF32:
      return Fill<float>(bytes, out);
    case DType::kF16:
      return Fill<uint16_t>(bytes, out, Float16ToFloat);
    case DType::kBF16:
      return Fill<uint16_t>(bytes, out, BFloat16ToFloat);
    default:
      return WrongType(*this, "F32, F16 or BF16");
  }
}

absl::Status TensorView::CopyTo(absl::Span<int64_t> out) const {
  RETURN_IF_ERROR(CheckSize(*this, out));
  switch (info->dtype) {
    case DType::kI64:
      return Fill<int64_t>(bytes, out);
    case DType::kI32:
      return Fill<int32_t>(bytes, out);
    case DType::kI16:
      return Fill<int16_t>(bytes, out);
    case DType::kI8:
      return Fill<int8_t>(bytes, out);
    case DType::kU32:
      return Fill<uint32_t>(bytes, out);
    case DType::kU16:
      return Fill<uint16_t>(bytes, out);
    case DType::kU8:
    case DType::kBool:
      return Fill<uint8_t>(bytes, out);
    default:
      return WrongType(*this, "an integer type that fits in I64");
  }
}

absl::Status TensorView::ExpectShape(absl::Span<const int64_t> shape) const {
  bool equal = shape.size() == info->shape.size();
  for (size_t i = 0; equal && i < shape.size(); ++i) {
    equal = shape[i] < 0 || shape[i] == info->shape[i];
  }
  if (equal) return absl::OkStatus();
  const std::string wanted = absl::StrJoin(shape, ", ", [](std::string* out, int64_t dimension) {
    absl::StrAppend(out, dimension < 0 ? "any" : absl::StrCat(dimension));
  });
  return SafetensorsError(
      label, info->name, "shape",
      absl::StrCat("has shape ", info->ShapeText(), ", wanted is [", wanted, "]"));
}

absl::Status TensorView::CheckElements(DType wanted) const {
  if (info->dtype != wanted) return WrongType(*this, DTypeName(wanted));
  if (reinterpret_cast<uintptr_t>(bytes.data()) % DTypeSize(wanted) != 0) {
    return SafetensorsError(label, info->name, "alignment",
                            absl::StrCat("does not lie at a multiple of ", DTypeSize(wanted),
                                         " bytes; copy it instead"));
  }
  return absl::OkStatus();
}

}  // namespace widthlab::tensor_io
