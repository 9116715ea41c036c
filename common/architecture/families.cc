#include "common/architecture/families.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::architecture {
namespace {

constexpr Family kFamilies[] = {
    {.model_type = "llama", .biases = BiasRule::kAsConfigured, .mlp_bias_key = true},
    {.model_type = "mistral", .windows = WindowRule::kEveryLayer},
    {.model_type = "qwen2", .biases = BiasRule::kQkv, .windows = WindowRule::kFromLayer},
    {.model_type = "qwen3",
     .qk_norm = QkNorm::kPerHead,
     .biases = BiasRule::kAsConfigured,
     .head_dim = 128,
     .windows = WindowRule::kFromLayer},
    {.model_type = "olmo2",
     .pre_norms = false,
     .post_norms = true,
     .qk_norm = QkNorm::kWholeProjection,
     .biases = BiasRule::kAsConfigured,
     .norm_eps = 1e-5},
    {.model_type = "gemma2",
     .activation = Activation::kGeluTanh,
     .activation_key = "hidden_activation",
     .norm_adds_one = true,
     .post_norms = true,
     .biases = BiasRule::kAsConfigured,
     .tied_embeddings = true,
     .scaled_embedding = true,
     .head_dim = 256,
     .windows = WindowRule::kEvenLayers,
     .soft_caps = true,
     .attention_soft_cap = 50,
     .final_soft_cap = 30,
     .query_scalar = 256},
    {.model_type = "gemma3_text",
     .activation = Activation::kGeluTanh,
     .activation_key = "hidden_activation",
     .norm_adds_one = true,
     .post_norms = true,
     .qk_norm = QkNorm::kPerHead,
     .biases = BiasRule::kAsConfigured,
     .tied_embeddings = true,
     .scaled_embedding = true,
     .head_dim = 256,
     .rope_theta = 1e6,
     .local_rope_theta = 1e4,
     .windows = WindowRule::kAllButEveryNth,
     .soft_caps = true,
     .query_scalar = 256},
    {.model_type = "gpt2",
     .feed_forward = FeedForward::kPlain,
     .activation = Activation::kGeluTanh,
     .activation_key = "activation_function",
     .norm = NormKind::kLayer,
     .positions = Positions::kLearned,
     .biases = BiasRule::kEverywhere,
     .tied_embeddings = true,
     .norm_eps = 1e-5},
};

bool HasWindow(WindowRule rule, int64_t layer, int64_t first, int64_t pattern) {
  switch (rule) {
    case WindowRule::kNone:
      return false;
    case WindowRule::kEveryLayer:
      return true;
    case WindowRule::kFromLayer:
      return layer >= first;
    case WindowRule::kEvenLayers:
      return layer % 2 == 0;
    case WindowRule::kAllButEveryNth:
      return (layer + 1) % pattern != 0;
  }
  return false;
}

}  // namespace

absl::StatusOr<Family> FamilyOf(std::string_view model_type) {
  std::string names = "widthlab";
  for (const Family& family : kFamilies) {
    if (family.model_type == model_type) return family;
    absl::StrAppend(&names, ", ", std::string(family.model_type));
  }
  return InvalidField("model_type", absl::StrCat("\"", std::string(model_type), "\""),
                      absl::StrCat("one of ", names));
}

Architecture BaseOf(const Family& family) {
  Architecture a;
  a.model_type = std::string(family.model_type);
  a.feed_forward = family.feed_forward;
  a.activation = family.activation;
  a.norm = family.norm;
  a.norm_adds_one = family.norm_adds_one;
  a.pre_norms = family.pre_norms;
  a.post_norms = family.post_norms;
  a.qk_norm = family.qk_norm;
  a.positions = family.positions;
  a.tied_embeddings = family.tied_embeddings;
  a.norm_eps = family.norm_eps;
  a.rope_theta = family.rope_theta;
  a.local_rope_theta = family.local_rope_theta;
  a.attention_soft_cap = family.attention_soft_cap;
  a.final_soft_cap = family.final_soft_cap;
  a.qkv_bias = family.biases == BiasRule::kQkv || family.biases == BiasRule::kEverywhere;
  a.attention_output_bias = a.ffn_bias = family.biases == BiasRule::kEverywhere;
  return a;
}

std::vector<int64_t> WindowsByRule(WindowRule rule, int64_t layers, int64_t window, int64_t first,
                                   int64_t pattern) {
  std::vector<int64_t> windows;
  for (int64_t layer = 0; layer < layers; ++layer) {
    windows.push_back(HasWindow(rule, layer, first, pattern) ? window : 0);
  }
  return windows;
}

}  // namespace widthlab::architecture
