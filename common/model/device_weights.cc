#include "common/model/device_weights.h"

#include <ATen/ATen.h>

#include <vector>

namespace widthlab::model {
namespace {

using architecture::Slot;

// All parts of a slot in one tensor.
at::Tensor Joined(const std::vector<WeightPart>& parts, const architecture::SlotShape& shape,
                  at::Device device) {
  at::Tensor whole = at::empty({shape.rows, shape.columns},
                               parts.front().weight.options().pinned_memory(false).device(device));
  for (const WeightPart& part : parts) {
    whole.narrow(0, part.first_row, part.weight.size(0)).copy_(part.weight, /*non_blocking=*/true);
  }
  return whole;
}

at::Tensor Copied(const std::vector<float>& vector, at::Device device) {
  const auto size = static_cast<int64_t>(vector.size());
  return at::from_blob(const_cast<float*>(vector.data()), {size}, at::kFloat)
      .to(device, at::kFloat, /*non_blocking=*/false, /*copy=*/true);
}

}  // namespace

DeviceWeights::DeviceWeights(const architecture::Architecture& a, int64_t layer,
                             const LayerWeights& weights, at::Device device) {
  for (int i = 0; i < architecture::kSlots; ++i) {
    const auto slot = static_cast<Slot>(i);
    at::Tensor& tensor = tensors_[static_cast<size_t>(i)];
    if (!weights.matrix(slot).empty()) {
      tensor = Joined(weights.matrix(slot), architecture::ShapeOfSlot(a, layer, slot), device);
    } else if (!weights.vector(slot).empty()) {
      tensor = Copied(weights.vector(slot), device);
    }
  }
}

}  // namespace widthlab::model
