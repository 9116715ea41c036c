// The shape of a decoder: everything that decides which tensors a model has and how they are used.
//
//   Architecture small = UniformArchitecture({.vocab_size = 256, .hidden_size = 128, .layers = 4,
//                                             .heads = 4, .ffn_width = 384});
//   small.ffn_widths = {512, 448, 320, 256};
//   RETURN_IF_ERROR(Validate(small));
//
// A plain value: no LibTorch, no proto, no ownership. Every other function of this room takes an
// architecture that Validate has accepted.
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_ARCHITECTURE_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_ARCHITECTURE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace widthlab::architecture {

// How the feed-forward block maps d to d through w hidden units.
enum class FeedForward {
  kGated,  // down(act(gate x) * (up x)): three matrices
  kPlain,  // down(act(up x)): two matrices
};

enum class Activation { kSilu, kGelu, kGeluTanh, kRelu, kReluSquared };

// Widths are counts of coordinates; "layer" counts from 0.
struct Architecture {
  std::string model_type = "widthlab";
  int64_t vocab_size = 0;
  int64_t hidden_size = 0;  // d: width of the embedding, and of every layer without residual_widths
  int64_t layers = 0;
  int64_t heads = 0;
  int64_t kv_heads = 0;  // divides heads
  int64_t head_dim = 0;  // even (rotary positions); not tied to hidden_size / heads

  // Hidden units of each layer's FFN. 0: the layer has no FFN sub-block, so no norm before it.
  std::vector<int64_t> ffn_widths;

  // Residual width of each layer; empty: hidden_size everywhere. Where given, layer l's heads have
  // residual_widths[l] / heads coordinates and head_dim is not used.
  std::vector<int64_t> residual_widths;

  FeedForward feed_forward = FeedForward::kGated;
  Activation activation = Activation::kSilu;
  bool qkv_bias = false;
  bool attention_output_bias = false;
  bool ffn_bias = false;
  bool tied_embeddings = true;

  // 0: dense. Otherwise every FFN is a bank of this many experts, each ffn_widths[l] wide, behind a
  // router matrix without bias, and a token passes through experts_per_token of them.
  int64_t experts = 0;
  int64_t experts_per_token = 0;

  double rope_theta = 10000.0;
  double norm_eps = 1e-5;  // of every RMSNorm
  int64_t max_positions = 0;

  friend bool operator==(const Architecture&, const Architecture&) = default;
};

// What a uniform dense model leaves to choose.
struct UniformShape {
  int64_t vocab_size = 0;
  int64_t hidden_size = 0;
  int64_t layers = 0;
  int64_t heads = 0;
  int64_t ffn_width = 0;
  int64_t max_positions = 512;
};

// Full heads, head_dim = hidden_size / heads, gated SiLU, no biases, tied embeddings.
Architecture UniformArchitecture(const UniformShape& shape);

// The tensors' sizes in one layer, with the optional lists resolved.
struct LayerShape {
  int64_t residual_width;  // d_l
  int64_t head_dim;
  int64_t query_width;  // heads * head_dim
  int64_t kv_width;     // kv_heads * head_dim
  int64_t ffn_width;    // 0: no FFN
};

// Requires 0 <= layer < a.layers.
LayerShape ShapeOfLayer(const Architecture& a, int64_t layer);

// FFN width of the uniform model with as many hidden units, to the nearest whole number.
int64_t MeanFfnWidth(const Architecture& a);

// INVALID_ARGUMENT naming the config.json key, its value and what is allowed.
absl::Status Validate(const Architecture& a);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_ARCHITECTURE_H_
