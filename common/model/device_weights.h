// One layer's weights on a device. LibTorch inside.
//
//   const DeviceWeights weights(a, /*layer=*/3, loaded, at::Device("cuda:0"));   // LayerWeights
//   at::Tensor y = at::mm(x, weights[Slot::kQkv].t());
#ifndef WIDTHLAB_COMMON_MODEL_DEVICE_WEIGHTS_H_
#define WIDTHLAB_COMMON_MODEL_DEVICE_WEIGHTS_H_

#include <ATen/core/Tensor.h>

#include <array>
#include <cstdint>

#include "common/architecture/architecture.h"
#include "common/architecture/tensor_layout.h"
#include "common/model/layer_weights.h"

namespace widthlab::model {

class DeviceWeights {
 public:
  // Copies from pinned memory go on in the background; what is computed after them waits.
  DeviceWeights(const architecture::Architecture& a, int64_t layer, const LayerWeights& weights,
                at::Device device);

  // Of a matrix [rows, columns] in the compute type, or of a vector in float32. Undefined where the
  // model has no such part.
  const at::Tensor& operator[](architecture::Slot slot) const {
    return tensors_[static_cast<size_t>(slot)];
  }

 private:
  std::array<at::Tensor, architecture::kSlots> tensors_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_DEVICE_WEIGHTS_H_
