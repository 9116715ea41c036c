// One layer over all sequences on a device, one sequence at a time. LibTorch inside.
//
//   const DeviceLayerPass pass(a, std::move(layer), device, type, cancelled);    // DeviceLayer
//
// Blocks have kDeviceTokenBlock rows. The device holds the states, projections and attention of one
// sequence, and the scores of some of its queries; states come from and go to the caller's memory.
#ifndef WIDTHLAB_COMMON_MODEL_DEVICE_LAYER_PASS_H_
#define WIDTHLAB_COMMON_MODEL_DEVICE_LAYER_PASS_H_

#include <cstdint>
#include <functional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"
#include "common/model/device_guard.h"
#include "common/model/device_layer.h"
#include "common/model/layer_pass.h"
#include "common/model/token_sequences.h"
#include "common/model/weight_type.h"

namespace widthlab::model {

class DeviceLayerPass final : public LayerPass {
 public:
  // References outlive the object.
  DeviceLayerPass(const architecture::Architecture& a, DeviceLayer layer, at::Device device,
                  WeightType type, const std::function<bool()>& cancelled)
      : a_(a), layer_(std::move(layer)), device_(device), type_(type), cancelled_(cancelled) {}

  absl::Status Attend(const TokenSequences& tokens, absl::Span<float> states,
                      absl::Span<float> update) const override;
  absl::Status FeedForward(const TokenSequences& tokens, absl::Span<float> states,
                           absl::Span<float> normed, absl::Span<float> update) const override;

 private:
  // states [length, d] of one sequence; `update` null: what is added goes to `states`.
  absl::Status AttendSequence(int64_t length, float* states, float* update) const;
  absl::StatusOr<at::Tensor> Mix(const at::Tensor& x) const;
  DeviceNeed NeedOf(const TokenSequences& tokens) const;

  const architecture::Architecture& a_;
  const DeviceLayer layer_;
  const at::Device device_;
  const WeightType type_;
  const std::function<bool()>& cancelled_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_DEVICE_LAYER_PASS_H_
