// Causal self-attention with rotary positions and grouped keys, differentiable. LibTorch inside.
//
//   const RotaryTable rotary(theta, longest_sequence, head_dim);
//   const AttentionCall call{.shape = {.sequences = 4, .length = 128, .heads = 4, .kv_heads = 2,
//                                      .head_dim = 32},
//                            .rotary = &rotary};
//   at::Tensor mixed = CausalAttention(q, k, v, call);
//
// q [sequences * length, heads * head_dim], k and v [.., kv_heads * head_dim] are the projections
// as they leave their matrices; the result has q's shape. Scores are scaled by 1 / sqrt(head_dim).
// Queries are taken in blocks of 64, each against the keys up to its last query, so that about half
// of the products above the diagonal are never made. The weights of attention are kept for the way
// back: sequences * heads * length * (length + 64) / 2 floats.
#ifndef WIDTHLAB_COMMON_MODEL_ATTENTION_H_
#define WIDTHLAB_COMMON_MODEL_ATTENTION_H_

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace widthlab::model {

struct AttentionShape {
  int64_t sequences = 0;
  int64_t length = 0;
  int64_t heads = 0;
  int64_t kv_heads = 0;
  int64_t head_dim = 0;
};

// Cosines and sines for positions [0, positions).
struct RotaryTable {
  RotaryTable(double theta, int64_t positions, int64_t head_dim);

  std::vector<float> cosine;
  std::vector<float> sine;
};

// What all layers of one pass share.
struct AttentionCall {
  AttentionShape shape = {};
  const RotaryTable* rotary = nullptr;
  // Called at every layer, on the way forward and back; it may throw to end the pass. Optional.
  std::function<void()> check = {};
};

// `call` must outlive the backward pass.
at::Tensor CausalAttention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                           const AttentionCall& call);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_ATTENTION_H_
