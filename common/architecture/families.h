// The families of models that the one decoder runs, as data: what config.json leaves unsaid.
//
//   ASSIGN_OR_RETURN(const Family family, FamilyOf("gemma2"));
//   Architecture a = BaseOf(family);        // norms, q/k norms, positions, activation set
//   a.layers = 26;                          // the rest comes from the checkpoint's configuration
//
// A family is a row of the table in families.cc. docs/math/traits.md says what each trait does.
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_FAMILIES_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_FAMILIES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"

namespace widthlab::architecture {

// Which layers have the window.
enum class WindowRule {
  kNone,
  kEveryLayer,     // Mistral
  kFromLayer,      // Qwen: layers max_window_layers and after, where use_sliding_window
  kEvenLayers,     // Gemma 2: layers 0, 2, 4, ...
  kAllButEveryNth  // Gemma 3: all but those with (layer + 1) % pattern = 0
};

// Which projections of the attention have biases.
enum class BiasRule {
  kNever,
  kAsConfigured,  // attention_bias: queries, keys, values and output
  kQkv,           // Qwen 2: queries, keys and values
  kEverywhere     // GPT-2: FFN too
};

// Defaults are what the key's absence means.
struct Family {
  std::string_view model_type;
  FeedForward feed_forward = FeedForward::kGated;
  Activation activation = Activation::kSilu;
  std::string_view activation_key = "hidden_act";
  NormKind norm = NormKind::kRms;
  bool norm_adds_one = false;
  bool pre_norms = true;
  bool post_norms = false;
  QkNorm qk_norm = QkNorm::kNone;
  Positions positions = Positions::kRotary;
  BiasRule biases = BiasRule::kNever;
  bool mlp_bias_key = false;  // reads mlp_bias
  bool tied_embeddings = false;
  bool scaled_embedding = false;  // by sqrt(hidden_size)
  int64_t head_dim = 0;           // 0: hidden_size / heads
  double norm_eps = 1e-6;
  double rope_theta = 10000;
  double local_rope_theta = 0;  // above 0: layers with a window have a base of their own
  WindowRule windows = WindowRule::kNone;
  int64_t window = 4096;
  bool soft_caps = false;  // reads attn_logit_softcapping and final_logit_softcapping
  double attention_soft_cap = 0;
  double final_soft_cap = 0;
  double query_scalar = 0;  // above 0: reads query_pre_attn_scalar; scores * its power -1/2
};

// INVALID_ARGUMENT on field model_type, naming those that there are.
absl::StatusOr<Family> FamilyOf(std::string_view model_type);

// An architecture with the family's traits and no sizes yet.
Architecture BaseOf(const Family& family);

// The window of every layer: `window` where the rule says so, else 0. `first` is max_window_layers,
// `pattern` the n of kAllButEveryNth.
std::vector<int64_t> WindowsByRule(WindowRule rule, int64_t layers, int64_t window, int64_t first,
                                   int64_t pattern);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_FAMILIES_H_
