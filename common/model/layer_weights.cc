#include "common/model/layer_weights.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {

using architecture::Slot;
using architecture::StoredTensor;

namespace {

at::ScalarType ScalarTypeOf(WeightType type) {
  return type == WeightType::kBFloat16 ? at::kBFloat16 : at::kFloat;
}

}  // namespace

at::Tensor EmptyMatrix(int64_t rows, int64_t columns, const WeightFormat& format) {
  return at::empty({rows, columns}, at::TensorOptions(ScalarTypeOf(format.type))
                                        .pinned_memory(format.memory == WeightMemory::kPinned));
}

class WeightLoader {
 public:
  WeightLoader(const architecture::Architecture& a, int64_t layer,
               const tensor_io::TensorSource& source, const WeightFormat& format)
      : a_(a), layer_(layer), source_(source), format_(format) {}

  absl::Status Load(const StoredTensor& tensor) {
    return tensor.shape.size() == 2 ? LoadMatrix(tensor) : LoadVector(tensor);
  }
  LayerWeights Take() { return std::move(weights_); }

 private:
  static bool IsRmsWeight(Slot slot) {
    return slot == Slot::kAttentionNorm || slot == Slot::kQueryNorm || slot == Slot::kKeyNorm ||
           slot == Slot::kPostAttentionNorm || slot == Slot::kFfnNorm ||
           slot == Slot::kPostFfnNorm || slot == Slot::kFinalNorm;
  }

  absl::Status LoadVector(const StoredTensor& tensor) {
    std::vector<float>& slot = weights_.vectors_[static_cast<size_t>(tensor.slot)];
    slot.resize(static_cast<size_t>(architecture::ShapeOfSlot(a_, layer_, tensor.slot).rows));
    const absl::Span<float> part = absl::MakeSpan(slot).subspan(
        static_cast<size_t>(tensor.first_row), static_cast<size_t>(tensor.element_count()));
    RETURN_IF_ERROR(source_.Read(tensor.name, part));
    if (a_.norm_adds_one && IsRmsWeight(tensor.slot)) {
      for (float& weight : part) weight += 1.0f;
    }
    return absl::OkStatus();
  }

  absl::Status LoadMatrix(const StoredTensor& tensor) {
    ASSIGN_OR_RETURN(at::Tensor weight, Matrix(tensor));
    if (tensor.transposed) {
      at::Tensor turned = EmptyMatrix(weight.size(1), weight.size(0), format_);
      weight = turned.copy_(weight.t());
    }
    weights_.matrices_[static_cast<size_t>(tensor.slot)].push_back({weight, tensor.first_row});
    return absl::OkStatus();
  }

  absl::StatusOr<at::Tensor> Matrix(const StoredTensor& tensor) {
    const bool half = format_.type == WeightType::kBFloat16;
    const bool rounded = format_.type == WeightType::kRounded;
    if (format_.memory == WeightMemory::kMapped && !rounded && !tensor.transposed) {
      const std::string_view bytes = source_.Mapped(tensor.name, half ? "BF16" : "F32");
      if (!bytes.empty()) {
        weights_.mapped_.push_back(tensor.name);
        // Never written through: LibTorch has no tensor over const memory.
        return at::from_blob(const_cast<char*>(bytes.data()), tensor.shape,
                             ScalarTypeOf(format_.type));
      }
    }
    at::Tensor weight = EmptyMatrix(tensor.shape[0], tensor.shape[1], format_);
    const auto count = static_cast<size_t>(tensor.element_count());
    if (half) {
      RETURN_IF_ERROR(source_.Read(
          tensor.name, absl::MakeSpan(static_cast<uint16_t*>(weight.data_ptr()), count)));
    } else {
      RETURN_IF_ERROR(
          source_.Read(tensor.name, absl::MakeSpan(weight.mutable_data_ptr<float>(), count)));
    }
    if (rounded) return weight.to(at::kBFloat16).to(at::kFloat);
    return weight;
  }

  const architecture::Architecture& a_;
  const int64_t layer_;
  const tensor_io::TensorSource& source_;
  const WeightFormat format_;
  LayerWeights weights_;
};

absl::StatusOr<LayerWeights> LoadWeights(const architecture::Architecture& a, int64_t layer,
                                         const std::vector<StoredTensor>& tensors,
                                         const tensor_io::TensorSource& source,
                                         const WeightFormat& format) {
  WeightLoader loader(a, layer, source, format);
  for (const StoredTensor& tensor : tensors) RETURN_IF_ERROR(loader.Load(tensor));
  return loader.Take();
}

absl::Status CheckFinite(const std::vector<StoredTensor>& tensors,
                         const tensor_io::TensorSource& source) {
  constexpr int64_t kMostAtOnce = int64_t{1} << 22;
  for (const StoredTensor& tensor : tensors) {
    const int64_t columns = tensor.shape.size() == 2 ? tensor.shape[1] : 1;
    const int64_t rows_at_once = std::max<int64_t>(kMostAtOnce / columns, 1);
    for (int64_t row = 0; row < tensor.shape[0]; row += rows_at_once) {
      const int64_t rows = std::min(rows_at_once, tensor.shape[0] - row);
      std::vector<float> values(static_cast<size_t>(rows * columns));
      RETURN_IF_ERROR(source.ReadRows(tensor.name, row, absl::MakeSpan(values)));
      const auto finite = [](float value) { return std::isfinite(value); };
      if (std::all_of(values.begin(), values.end(), finite)) continue;
      ErrorFacts facts{.reason = "WEIGHTS_NOT_FINITE", .field = "model"};
      facts.metadata["tensor"] = tensor.name;
      return MakeError(
          absl::StatusCode::kFailedPrecondition, std::move(facts),
          absl::StrCat(source.label(), ": tensor ", tensor.name, " holds a NaN or an infinity"));
    }
  }
  return absl::OkStatus();
}

}  // namespace widthlab::model
