#include "common/tensor_io/tensor_source.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/widen.h"

namespace widthlab::tensor_io {
namespace {

// Floats that pass through a buffer at a time when a type is narrowed.
constexpr size_t kNarrowElements = 1 << 16;

absl::Status TensorError(absl::StatusCode code, const char* reason, const std::string& label,
                         std::string_view tensor, std::string_view message) {
  ErrorFacts facts{.reason = reason, .field = label};
  facts.metadata["tensor"] = std::string(tensor);
  return MakeError(
      code, std::move(facts),
      absl::StrCat(label, ": tensor ", std::string(tensor), " ", std::string(message)));
}

}  // namespace

int64_t SourceTensor::element_count() const {
  int64_t count = 1;
  for (const int64_t dimension : shape) {
    if (dimension == 0) return 0;
  }
  for (const int64_t dimension : shape) count *= dimension;
  return count;
}

int64_t SourceTensor::row_size() const {
  int64_t count = 1;
  for (size_t i = 1; i < shape.size(); ++i) count *= shape[i];
  return count;
}

const SourceTensor* TensorSource::Find(std::string_view name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : &found->second;
}

bool TensorSource::AddTensor(SourceTensor tensor) {
  std::string name = tensor.name;
  return tensors_.emplace(std::move(name), std::move(tensor)).second;
}

absl::StatusOr<const SourceTensor*> TensorSource::Get(std::string_view name) const {
  const SourceTensor* tensor = Find(name);
  if (tensor != nullptr) return tensor;
  return TensorError(absl::StatusCode::kNotFound, "TENSOR_NOT_FOUND", label_, name, "is not there");
}

template <typename T>
absl::Status TensorSource::ReadWhole(std::string_view name, absl::Span<T> out) const {
  ASSIGN_OR_RETURN(const SourceTensor* tensor, Get(name));
  const int64_t count = tensor->element_count();
  if (out.size() == static_cast<size_t>(count)) return Fill(*tensor, 0, out);
  return TensorError(absl::StatusCode::kInvalidArgument, "BAD_CHECKPOINT", label_, name,
                     absl::StrCat("has ", count, " elements, ", out.size(), " were asked for"));
}

template <typename T>
absl::Status TensorSource::ReadSome(std::string_view name, int64_t first_row,
                                    absl::Span<T> out) const {
  ASSIGN_OR_RETURN(const SourceTensor* tensor, Get(name));
  const int64_t size = tensor->row_size();
  const int64_t rows = tensor->shape.empty() ? 1 : tensor->shape.front();
  const int64_t wanted = size == 0 ? 0 : static_cast<int64_t>(out.size()) / size;
  if (first_row < 0 || wanted * size != static_cast<int64_t>(out.size()) ||
      first_row > rows - wanted) {
    return TensorError(absl::StatusCode::kInvalidArgument, "BAD_CHECKPOINT", label_, name,
                       absl::StrCat("has ", rows, " rows of ", size, " elements; ", out.size(),
                                    " from row ", first_row, " on were asked for"));
  }
  return Fill(*tensor, first_row * size, out);
}

absl::Status TensorSource::Read(std::string_view name, absl::Span<float> out) const {
  return ReadWhole(name, out);
}

absl::Status TensorSource::Read(std::string_view name, absl::Span<uint16_t> out) const {
  return ReadWhole(name, out);
}

absl::Status TensorSource::ReadRows(std::string_view name, int64_t first_row,
                                    absl::Span<float> out) const {
  return ReadSome(name, first_row, out);
}

absl::Status TensorSource::ReadRows(std::string_view name, int64_t first_row,
                                    absl::Span<uint16_t> out) const {
  return ReadSome(name, first_row, out);
}

absl::Status TensorSource::ReadBFloat16Elements(const SourceTensor& tensor, int64_t begin,
                                                absl::Span<uint16_t> out) const {
  const size_t step = std::min(out.size(), kNarrowElements);
  const auto buffer = std::make_unique<float[]>(step);
  for (size_t i = 0; i < out.size(); i += step) {
    const size_t count = std::min(step, out.size() - i);
    const absl::Span<float> wide(buffer.get(), count);
    RETURN_IF_ERROR(ReadElements(tensor, begin + static_cast<int64_t>(i), wide));
    NarrowToBFloat16(wide, out.subspan(i, count));
  }
  return absl::OkStatus();
}

}  // namespace widthlab::tensor_io
