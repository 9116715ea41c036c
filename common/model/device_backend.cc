#include "common/model/device_backend.h"

#include <ATen/ATen.h>

#include "common/model/device_guard.h"
#include "common/model/device_head.h"
#include "common/model/device_layer.h"
#include "common/model/device_layer_pass.h"
#include "common/model/device_memory.h"

namespace widthlab::model {
namespace {

WeightFormat FormatOn(at::Device device, Precision precision) {
  return {precision == Precision::kFloat32 ? WeightType::kFloat32 : WeightType::kBFloat16,
          device.is_cuda() ? WeightMemory::kPinned : WeightMemory::kOwned};
}

class DeviceBackend final : public StreamBackend {
 public:
  DeviceBackend(const StreamModel& model, at::Device device)
      : model_(model), device_(device), format_(FormatOn(device, model.precision)) {}

  WeightFormat format() const override { return format_; }

  absl::StatusOr<std::unique_ptr<LayerPass>> Enter(int64_t layer, const LayerWeights& weights,
                                                   const RotaryAngles& angles) const override {
    return OnDevice([&] { return NeedOf(1); },
                    [&]() -> absl::StatusOr<std::unique_ptr<LayerPass>> {
                      const architecture::Architecture& a = model_.architecture;
                      return std::make_unique<DeviceLayerPass>(
                          a, DeviceLayer(a, layer, weights, angles, device_), device_, format_.type,
                          model_.cancelled);
                    });
  }

  absl::Status Head(absl::Span<const float> states, absl::Span<const int64_t> targets,
                    const HeadOutputs& outputs) const override {
    return OnDevice(
        [&] { return NeedOf(1); },
        [&] { return DeviceHead(model_, format_, device_).Run(states, targets, outputs); });
  }

 private:
  DeviceNeed NeedOf(int64_t longest) const {
    return {device_.str(), DeviceMemoryBytes(model_.architecture, format_.type, longest)};
  }

  const StreamModel model_;
  const at::Device device_;
  const WeightFormat format_;
};

}  // namespace

std::unique_ptr<StreamBackend> MakeDeviceBackend(const StreamModel& model,
                                                 const ComputeDevice& device) {
  return std::make_unique<DeviceBackend>(model, at::Device(device.name()));
}

}  // namespace widthlab::model
