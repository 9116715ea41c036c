// One layer's weights as the layer-streaming decoder multiplies with them. LibTorch inside.
//
//   ASSIGN_OR_RETURN(LayerWeights w,
//                    LoadWeights(a, 3, tensors, source, {WeightType::kFloat32}));
//   for (const WeightPart& part : w.matrix(Slot::kQkv)) { ... x part.weight^T ... }
//
// A matrix that the file holds as the decoder wants it is used where it is mapped, unless another
// memory is asked for; every other is widened or rounded into memory of its own. Vectors are always
// float32 copies, with the 1 of 1 + w norms added.
#ifndef WIDTHLAB_COMMON_MODEL_LAYER_WEIGHTS_H_
#define WIDTHLAB_COMMON_MODEL_LAYER_WEIGHTS_H_

#include <ATen/core/Tensor.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/architecture/tensor_layout.h"
#include "common/model/weight_type.h"
#include "common/tensor_io/tensor_source.h"

namespace widthlab::model {

// Where matrices are held.
enum class WeightMemory {
  kMapped,  // where the file is mapped, if it holds them as they are wanted
  kOwned,
  kPinned,  // as kOwned, in memory that a CUDA device reads by itself
};

struct WeightFormat {
  WeightType type = WeightType::kFloat32;
  WeightMemory memory = WeightMemory::kMapped;
};

// [rows, columns] to read weights into, owned or pinned.
at::Tensor EmptyMatrix(int64_t rows, int64_t columns, const WeightFormat& format);

// Rows [first_row, first_row + weight.size(0)) of a slot.
struct WeightPart {
  at::Tensor weight;  // [rows, columns]
  int64_t first_row = 0;
};

class LayerWeights {
 public:
  // Empty where the model has no such part.
  const std::vector<WeightPart>& matrix(architecture::Slot slot) const {
    return matrices_[static_cast<size_t>(slot)];
  }
  const std::vector<float>& vector(architecture::Slot slot) const {
    return vectors_[static_cast<size_t>(slot)];
  }
  // Names of mapped tensors, to be given back to the source when the layer is done.
  const std::vector<std::string>& mapped() const { return mapped_; }

 private:
  friend class WeightLoader;

  std::array<std::vector<WeightPart>, architecture::kSlots> matrices_;
  std::array<std::vector<float>, architecture::kSlots> vectors_;
  std::vector<std::string> mapped_;
};

// `tensors` are those of a layer, or the final norm's. Errors are the source's.
absl::StatusOr<LayerWeights> LoadWeights(const architecture::Architecture& a, int64_t layer,
                                         const std::vector<architecture::StoredTensor>& tensors,
                                         const tensor_io::TensorSource& source,
                                         const WeightFormat& format);

// FAILED_PRECONDITION WEIGHTS_NOT_FINITE naming the first of `tensors` with a NaN or infinity.
absl::Status CheckFinite(const std::vector<architecture::StoredTensor>& tensors,
                         const tensor_io::TensorSource& source);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_LAYER_WEIGHTS_H_
