#include "common/model/layer_forward.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <vector>

#include "common/model/kernels.h"
#include "common/model/stream_kernels.h"

namespace widthlab::model {
namespace {

using architecture::Slot;

constexpr int64_t kQueryBlock = 64;

// [rows, columns] over memory whose rows are `stride` numbers apart.
at::Tensor View(const float* data, int64_t rows, int64_t columns, int64_t stride) {
  return at::from_blob(const_cast<float*>(data), {rows, columns}, {stride, 1}, at::kFloat);
}

void AddBias(const std::vector<float>& bias, int64_t rows, float* y) {
  const auto width = static_cast<int64_t>(bias.size());
  if (width == 0) return;
  for (int64_t row = 0; row < rows; ++row) AddTo(bias.data(), width, y + row * width);
}

}  // namespace

void MatrixProduct(const float* x, int64_t rows, const at::Tensor& weight, WeightType type,
                   float* y, int64_t stride) {
  const int64_t out = weight.size(0), in = weight.size(1);
  const at::Tensor input = View(x, rows, in, in);
  at::Tensor output = View(y, rows, out, stride);
  switch (type) {
    case WeightType::kFloat32:
      at::mm_out(output, input, weight.t());
      return;
    case WeightType::kBFloat16:
      output.copy_(at::mm(input.to(at::kBFloat16), weight.t()));
      return;
    case WeightType::kRounded:
      at::mm_out(output, input.to(at::kBFloat16).to(at::kFloat), weight.t());
      return;
  }
}

LayerForward::LayerForward(const architecture::Architecture& a, const LayerWeights& weights,
                           int64_t layer, const RotaryAngles& angles, WeightType type)
    : a_(a),
      weights_(weights),
      layer_(layer),
      angles_(angles),
      type_(type),
      shape_(architecture::ShapeOfLayer(a, layer)) {}

void LayerForward::Norm(Slot weight, Slot bias, const float* x, int64_t rows, float* y) const {
  const int64_t d = shape_.residual_width;
  const auto eps = static_cast<float>(a_.norm_eps);
  const std::vector<float>& w = weights_.vector(weight);
  if (a_.norm == architecture::NormKind::kLayer) {
    LayerNormForward(x, w.data(), weights_.vector(bias).data(), eps, rows, d, y);
    return;
  }
  std::vector<float> inverse(static_cast<size_t>(rows));
  RmsNormForward(x, w.data(), eps, rows, d, y, inverse.data());
}

void LayerForward::Product(Slot weight, Slot bias, const float* x, int64_t rows, float* y,
                           int64_t width) const {
  for (const WeightPart& part : weights_.matrix(weight)) {
    MatrixProduct(x, rows, part.weight, type_, y + part.first_row, width);
  }
  AddBias(weights_.vector(bias), rows, y);
}

void LayerForward::NormHeads(float* qkv, int64_t rows) const {
  if (a_.qk_norm == architecture::QkNorm::kNone) return;
  const bool whole = a_.qk_norm == architecture::QkNorm::kWholeProjection;
  const auto eps = static_cast<float>(a_.norm_eps);
  const auto norm = [&](const std::vector<float>& w, float* x, int64_t width) {
    const int64_t size = whole ? width : shape_.head_dim;
    std::vector<float> inverse(static_cast<size_t>(width / size));
    RmsNormForward(x, w.data(), eps, width / size, size, x, inverse.data());
  };
  for (int64_t row = 0; row < rows; ++row, qkv += qkv_width()) {
    norm(weights_.vector(Slot::kQueryNorm), qkv, shape_.query_width);
    norm(weights_.vector(Slot::kKeyNorm), qkv + shape_.query_width, shape_.kv_width);
  }
}

void LayerForward::Rotate(float* qkv, int64_t first_position, int64_t rows) const {
  if (a_.positions != architecture::Positions::kRotary) return;
  const RotaryValues& values = angles_.OfLayer(layer_);
  const int64_t half = shape_.head_dim / 2;
  const int64_t heads = (shape_.query_width + shape_.kv_width) / shape_.head_dim;
  for (int64_t row = 0; row < rows; ++row, qkv += qkv_width()) {
    const int64_t at = (first_position + row) * half;
    for (int64_t head = 0; head < heads; ++head) {
      float* x = qkv + head * shape_.head_dim;
      RotateRow(x, &values.cosine[static_cast<size_t>(at)], &values.sine[static_cast<size_t>(at)],
                half, 1.0f, x);
    }
  }
}

void LayerForward::Project(const float* states, int64_t first_position, int64_t rows,
                           float* qkv) const {
  const float* input = states;
  std::vector<float> normed;
  if (a_.pre_norms) {
    normed.resize(static_cast<size_t>(rows * shape_.residual_width));
    Norm(Slot::kAttentionNorm, Slot::kAttentionNormBias, states, rows, normed.data());
    input = normed.data();
  }
  Product(Slot::kQkv, Slot::kQkvBias, input, rows, qkv, qkv_width());
  NormHeads(qkv, rows);
  Rotate(qkv, first_position, rows);
}

void LayerForward::AttendHead(const float* qkv, int64_t length, int64_t head, float* mixed) const {
  const int64_t stride = qkv_width(), d = shape_.head_dim;
  const int64_t group = head / (a_.heads / a_.kv_heads);
  const float* q = qkv + head * d;
  const float* k = qkv + shape_.query_width + group * d;
  const float* v = k + shape_.kv_width;
  const int64_t window = architecture::WindowOfLayer(a_, layer_);
  at::Tensor scores = at::empty({kQueryBlock * length}, at::kFloat);
  float* data = scores.mutable_data_ptr<float>();
  for (int64_t begin = 0; begin < length; begin += kQueryBlock) {
    const int64_t rows = std::min(kQueryBlock, length - begin);
    const int64_t first_key = window > 0 ? std::max<int64_t>(begin - window + 1, 0) : 0;
    const int64_t keys = begin + rows - first_key;
    at::Tensor block = View(data, rows, keys, keys);
    at::mm_out(block, View(q + begin * stride, rows, d, stride),
               View(k + first_key * stride, keys, d, stride).t());
    WindowedSoftmaxForward(
        {.rows = rows,
         .columns = keys,
         .first_query = begin,
         .first_key = first_key,
         .window = window,
         .scale = static_cast<float>(architecture::AttentionScaleOfLayer(a_, layer_)),
         .cap = static_cast<float>(a_.attention_soft_cap)},
        data);
    at::Tensor out =
        View(mixed + begin * shape_.query_width + head * d, rows, d, shape_.query_width);
    at::mm_out(out, block, View(v + first_key * stride, keys, d, stride));
  }
}

void LayerForward::Attend(const float* qkv, int64_t length, int64_t kv_head, float* mixed) const {
  const int64_t heads = a_.heads / a_.kv_heads;
  for (int64_t h = kv_head * heads; h < (kv_head + 1) * heads; ++h) {
    AttendHead(qkv, length, h, mixed);
  }
}

void LayerForward::Output(const float* mixed, int64_t rows, float* contribution) const {
  Product(Slot::kOutput, Slot::kOutputBias, mixed, rows, contribution, shape_.residual_width);
  if (a_.post_norms) {
    Norm(Slot::kPostAttentionNorm, Slot::kPostAttentionNorm, contribution, rows, contribution);
  }
}

void LayerForward::FeedForward(const float* states, int64_t rows, float* normed,
                               float* contribution) const {
  const int64_t d = shape_.residual_width, w = shape_.ffn_width;
  const bool gated = a_.feed_forward == architecture::FeedForward::kGated;
  if (a_.pre_norms && w > 0) {
    Norm(Slot::kFfnNorm, Slot::kFfnNormBias, states, rows, normed);
  } else {
    std::copy_n(states, rows * d, normed);
  }
  if (w == 0) {
    std::fill_n(contribution, rows * d, 0.0f);
    return;
  }
  const int64_t width = gated ? 2 * w : w;
  at::Tensor hidden = at::empty({rows * width}, at::kFloat);
  float* h = hidden.mutable_data_ptr<float>();
  Product(Slot::kGateUp, Slot::kGateUpBias, normed, rows, h, width);
  // Row r of the activations goes to r * w, at or before its gate, which has been read by then.
  for (int64_t row = 0; row < rows; ++row) {
    const float* gate = h + row * width;
    ActivateForward(a_.activation, gate, gated ? gate + w : nullptr, w, h + row * w);
  }
  Product(Slot::kDown, Slot::kDownBias, h, rows, contribution, d);
  if (a_.post_norms) Norm(Slot::kPostFfnNorm, Slot::kPostFfnNorm, contribution, rows, contribution);
}

}  // namespace widthlab::model
