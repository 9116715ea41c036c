// What one layer does to tokens, in LibTorch's tensor operations on any device.
//
//   const DeviceLayer layer(a, /*layer=*/3, weights, angles, device);
//   at::Tensor qkv = layer.Project(states, /*first_position=*/0);     // norm, q, k, v, rotation
//   at::Tensor mixed = layer.Attend(qkv, /*begin=*/0, /*rows=*/256);  // some queries, all heads
//   at::Tensor added = layer.Output(mixed);                           // output matrix, norm after
//   auto [normed, update] = layer.FeedForward(states);                // norm, FFN, norm after it
//
// The mathematics of LayerForward. Tensors are float32 on the device; what goes into a matrix
// product is rounded to the type of the weights. No operation here adds in an order that varies
// from run to run. What LibTorch throws comes through.
#ifndef WIDTHLAB_COMMON_MODEL_DEVICE_LAYER_H_
#define WIDTHLAB_COMMON_MODEL_DEVICE_LAYER_H_

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "common/architecture/architecture.h"
#include "common/model/device_weights.h"
#include "common/model/layer_weights.h"
#include "common/model/rotary_angles.h"

namespace widthlab::model {

struct DeviceFeedForward {
  at::Tensor normed;  // what the FFN's matrices read [rows, d]
  at::Tensor update;  // what is added to the stream [rows, d]
};

class DeviceLayer {
 public:
  // Copies weights and angles to the device. `a` outlives the object.
  DeviceLayer(const architecture::Architecture& a, int64_t layer, const LayerWeights& weights,
              const RotaryAngles& angles, at::Device device);

  // Numbers of one token in queries, keys and values, and in what attention makes of them.
  int64_t qkv_width() const { return shape_.query_width + 2 * shape_.kv_width; }
  int64_t query_width() const { return shape_.query_width; }

  // states [rows, d] of positions first_position, ... to [rows, qkv_width].
  at::Tensor Project(const at::Tensor& states, int64_t first_position) const;

  // qkv [length, qkv_width] of a whole sequence; queries [begin, begin + rows) of all heads to
  // [rows, query_width]. Scores take heads * rows * (begin + rows) floats, twice.
  at::Tensor Attend(const at::Tensor& qkv, int64_t begin, int64_t rows) const;

  // mixed [rows, query_width] to what is added to the residual stream [rows, d].
  at::Tensor Output(const at::Tensor& mixed) const;

  // states [rows, d].
  DeviceFeedForward FeedForward(const at::Tensor& states) const;

 private:
  at::Tensor Norm(architecture::Slot weight, architecture::Slot bias, const at::Tensor& x) const;
  at::Tensor Product(architecture::Slot weight, architecture::Slot bias, const at::Tensor& x) const;
  at::Tensor NormHeads(architecture::Slot weight, const at::Tensor& x) const;
  at::Tensor Rotate(const at::Tensor& x, int64_t first_position) const;
  at::Tensor Activate(const at::Tensor& x) const;

  const architecture::Architecture& a_;
  const int64_t layer_;
  const architecture::LayerShape shape_;
  const DeviceWeights weights_;
  at::Tensor cosine_, sine_;  // [positions, 1, head_dim / 2]; undefined without rotary positions
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_DEVICE_LAYER_H_
