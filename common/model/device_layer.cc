#include "common/model/device_layer.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "common/model/device_math.h"

namespace widthlab::model {
namespace {

using architecture::Activation;
using architecture::Slot;

at::Tensor Table(const std::vector<float>& values, int64_t half, at::Device device) {
  if (values.empty()) return {};
  return ToDevice(values.data(), static_cast<int64_t>(values.size()) / half, half, device)
      .unsqueeze(1);
}

// [rows, keys]: true where key `first_key` + c is hidden from query `first_query` + r.
at::Tensor Hidden(int64_t first_query, int64_t rows, int64_t first_key, int64_t keys,
                  int64_t window, at::Device device) {
  const auto options = at::TensorOptions(at::kLong).device(device);
  const at::Tensor query = at::arange(first_query, first_query + rows, options).unsqueeze(1);
  const at::Tensor key = at::arange(first_key, first_key + keys, options).unsqueeze(0);
  const at::Tensor later = key > query;
  return window > 0 ? later.logical_or(key <= query - window) : later;
}

}  // namespace

DeviceLayer::DeviceLayer(const architecture::Architecture& a, int64_t layer,
                         const LayerWeights& weights, const RotaryAngles& angles, at::Device device)
    : a_(a),
      layer_(layer),
      shape_(architecture::ShapeOfLayer(a, layer)),
      weights_(a, layer, weights, device),
      cosine_(Table(angles.OfLayer(layer).cosine, shape_.head_dim / 2, device)),
      sine_(Table(angles.OfLayer(layer).sine, shape_.head_dim / 2, device)) {}

at::Tensor DeviceLayer::Norm(Slot weight, Slot bias, const at::Tensor& x) const {
  return DeviceNorm(a_, x, weights_[weight], weights_[bias]);
}

at::Tensor DeviceLayer::Product(Slot weight, Slot bias, const at::Tensor& x) const {
  at::Tensor y = DeviceProduct(x, weights_[weight]);
  if (weights_[bias].defined()) y.add_(weights_[bias]);
  return y;
}

// x [rows, heads, head_dim].
at::Tensor DeviceLayer::NormHeads(Slot weight, const at::Tensor& x) const {
  switch (a_.qk_norm) {
    case architecture::QkNorm::kNone:
      return x;
    case architecture::QkNorm::kPerHead:
      return DeviceRmsNorm(x, weights_[weight], a_.norm_eps);
    case architecture::QkNorm::kWholeProjection:
      return DeviceRmsNorm(x.flatten(1), weights_[weight], a_.norm_eps).view_as(x);
  }
  return x;
}

// x [rows, heads, head_dim]; halves of a head are paired.
at::Tensor DeviceLayer::Rotate(const at::Tensor& x, int64_t first_position) const {
  if (!cosine_.defined()) return x;
  const int64_t half = shape_.head_dim / 2;
  const at::Tensor c = cosine_.narrow(0, first_position, x.size(0));
  const at::Tensor s = sine_.narrow(0, first_position, x.size(0));
  const at::Tensor first = x.narrow(2, 0, half), second = x.narrow(2, half, half);
  return at::cat({first * c - second * s, second * c + first * s}, 2);
}

at::Tensor DeviceLayer::Project(const at::Tensor& states, int64_t first_position) const {
  const at::Tensor input =
      a_.pre_norms ? Norm(Slot::kAttentionNorm, Slot::kAttentionNormBias, states) : states;
  const at::Tensor qkv = Product(Slot::kQkv, Slot::kQkvBias, input);
  const int64_t rows = states.size(0), d = shape_.head_dim;
  const auto turned = [&](int64_t begin, int64_t width, Slot weight) {
    const at::Tensor heads = qkv.narrow(1, begin, width).reshape({rows, width / d, d});
    return Rotate(NormHeads(weight, heads), first_position).reshape({rows, width});
  };
  return at::cat({turned(0, shape_.query_width, Slot::kQueryNorm),
                  turned(shape_.query_width, shape_.kv_width, Slot::kKeyNorm),
                  qkv.narrow(1, shape_.query_width + shape_.kv_width, shape_.kv_width)},
                 1);
}

at::Tensor DeviceLayer::Attend(const at::Tensor& qkv, int64_t begin, int64_t rows) const {
  const int64_t d = shape_.head_dim, groups = a_.kv_heads, heads = a_.heads / groups;
  const int64_t window = architecture::WindowOfLayer(a_, layer_);
  const int64_t first_key = window > 0 ? std::max<int64_t>(begin - window + 1, 0) : 0;
  const int64_t keys = begin + rows - first_key;
  // The heads of a group, one below the other, meet their keys in one product.
  const at::Tensor q = qkv.narrow(0, begin, rows)
                           .narrow(1, 0, shape_.query_width)
                           .reshape({rows, groups, heads, d})
                           .permute({1, 2, 0, 3})
                           .reshape({groups, heads * rows, d});
  const at::Tensor seen = qkv.narrow(0, first_key, keys);
  const at::Tensor k =
      seen.narrow(1, shape_.query_width, shape_.kv_width).reshape({keys, groups, d});
  const at::Tensor v = seen.narrow(1, shape_.query_width + shape_.kv_width, shape_.kv_width)
                           .reshape({keys, groups, d});
  at::Tensor scores = at::bmm(q, k.permute({1, 2, 0})).view({groups * heads, rows, keys});
  scores.mul_(architecture::AttentionScaleOfLayer(a_, layer_));
  DeviceSoftCap(a_.attention_soft_cap, scores);
  scores.masked_fill_(Hidden(begin, rows, first_key, keys, window, qkv.device()),
                      -std::numeric_limits<float>::infinity());
  const at::Tensor weights = at::softmax(scores, -1).view({groups, heads * rows, keys});
  return at::bmm(weights, v.permute({1, 0, 2}))
      .view({groups, heads, rows, d})
      .permute({2, 0, 1, 3})
      .reshape({rows, shape_.query_width});
}

at::Tensor DeviceLayer::Output(const at::Tensor& mixed) const {
  const at::Tensor out = Product(Slot::kOutput, Slot::kOutputBias, mixed);
  return a_.post_norms ? Norm(Slot::kPostAttentionNorm, Slot::kPostAttentionNorm, out) : out;
}

at::Tensor DeviceLayer::Activate(const at::Tensor& x) const {
  switch (a_.activation) {
    case Activation::kSilu:
      return at::silu(x);
    case Activation::kGelu:
      return at::gelu(x);
    case Activation::kGeluTanh:
      return at::gelu(x, "tanh");
    case Activation::kRelu:
      return at::relu(x);
    case Activation::kReluSquared:
      return at::relu(x).square_();
  }
  return x;
}

DeviceFeedForward DeviceLayer::FeedForward(const at::Tensor& states) const {
  const int64_t w = shape_.ffn_width;
  if (w == 0) return {states, at::zeros_like(states)};
  const at::Tensor normed =
      a_.pre_norms ? Norm(Slot::kFfnNorm, Slot::kFfnNormBias, states) : states;
  at::Tensor hidden = Product(Slot::kGateUp, Slot::kGateUpBias, normed);
  if (a_.feed_forward == architecture::FeedForward::kGated) {
    hidden = Activate(hidden.narrow(1, 0, w)).mul_(hidden.narrow(1, w, w));
  } else {
    hidden = Activate(hidden);
  }
  const at::Tensor out = Product(Slot::kDown, Slot::kDownBias, hidden);
  return {normed, a_.post_norms ? Norm(Slot::kPostFfnNorm, Slot::kPostFfnNorm, out) : out};
}

}  // namespace widthlab::model
