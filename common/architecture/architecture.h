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

enum class NormKind {
  kRms,    // w x / sqrt(mean(x^2) + eps)
  kLayer,  // w (x - mean) / sqrt(variance + eps) + b
};

// RMSNorm of queries and keys between their projection and the rotation.
enum class QkNorm {
  kNone,
  kPerHead,          // one weight of head_dim for all heads (Qwen 3, Gemma 3)
  kWholeProjection,  // over all heads of a token together (OLMo 2)
};

enum class Positions {
  kRotary,   // queries and keys are turned, halves of a head paired
  kLearned,  // an embedding of the position is added to that of the token (GPT-2)
};

// How the angles of rotary positions are stretched for sequences longer than those trained on.
struct RopeScaling {
  enum class Kind {
    kNone,
    kLinear,   // every frequency / factor
    kLlama3,   // long waves / factor, short ones as they are, smooth between (Llama 3.1)
    kDivisors  // frequency i / divisors[i], as GGUF files store it
  };
  Kind kind = Kind::kNone;
  double factor = 1;
  double low_freq_factor = 1;          // kLlama3
  double high_freq_factor = 4;         // kLlama3
  int64_t original_max_positions = 0;  // kLlama3
  std::vector<double> divisors = {};   // kDivisors: head_dim / 2, each above 0

  friend bool operator==(const RopeScaling&, const RopeScaling&) = default;
};

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
  double norm_eps = 1e-5;  // of every norm
  int64_t max_positions = 0;

  // What the families of models differ in. The defaults are our own decoder.
  NormKind norm = NormKind::kRms;
  bool norm_adds_one = false;  // every RMSNorm multiplies by 1 + w (Gemma)
  bool pre_norms = true;       // before attention and FFN; false: they read the stream (OLMo 2)
  bool post_norms = false;     // of what attention and FFN give, before it is added
  QkNorm qk_norm = QkNorm::kNone;
  Positions positions = Positions::kRotary;
  RopeScaling rope_scaling = {};  // of layers without a window, and of all without local_rope_theta
  double local_rope_theta = 0;    // base for layers with a window, never scaled; 0: as the others

  // Attention window of each layer: a token sees itself and window - 1 before it. 0: all before it.
  // Empty: 0 everywhere.
  std::vector<int64_t> windows = {};
  double attention_scale = 0;     // scores are multiplied by it; 0: 1 / sqrt(head_dim)
  double attention_soft_cap = 0;  // scores become cap * tanh(score / cap); 0: they do not
  double final_soft_cap = 0;      // the same for logits
  double embedding_scale = 1;     // of token embeddings, not of the head that is tied to them

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

// The window of a layer; 0: none.
int64_t WindowOfLayer(const Architecture& a, int64_t layer);

// What the attention scores of a layer are multiplied by.
double AttentionScaleOfLayer(const Architecture& a, int64_t layer);

// True where `a` has what our own decoder (gated SiLU, RMSNorm before, rotary, no biases, heads of
// hidden_size / heads) has not. Experts and residual widths do not count.
bool HasTraits(const Architecture& a);

// FFN width of the uniform model with as many hidden units, to the nearest whole number.
int64_t MeanFfnWidth(const Architecture& a);

// INVALID_ARGUMENT naming the config.json key, its value and what is allowed.
absl::Status Validate(const Architecture& a);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_ARCHITECTURE_H_
