#include "common/architecture/family_config.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/architecture/rope_config.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "nlohmann/json.hpp"

namespace widthlab::architecture {
namespace {

using Json = nlohmann::json;

constexpr std::pair<std::string_view, Activation> kActivations[] = {
    {"silu", Activation::kSilu},
    {"swish", Activation::kSilu},
    {"gelu", Activation::kGelu},
    {"gelu_new", Activation::kGeluTanh},
    {"gelu_pytorch_tanh", Activation::kGeluTanh},
    {"relu", Activation::kRelu},
    {"relu2", Activation::kReluSquared},
};

// Say nothing about what the model computes from token ids in one forward pass.
constexpr std::string_view kPassedOver[] = {"_name_or_path",
                                            "architectures",
                                            "attention_dropout",
                                            "attn_pdrop",
                                            "auto_map",
                                            "bad_words_ids",
                                            "begin_suppress_tokens",
                                            "bos_token_id",
                                            "cache_implementation",
                                            "chunk_size_feed_forward",
                                            "classifier_dropout",
                                            "cross_attention_hidden_size",
                                            "decoder_start_token_id",
                                            "diversity_penalty",
                                            "do_sample",
                                            "dropout",
                                            "dtype",
                                            "early_stopping",
                                            "embd_pdrop",
                                            "encoder_no_repeat_ngram_size",
                                            "eos_token_id",
                                            "exponential_decay_length_penalty",
                                            "finetuning_task",
                                            "forced_bos_token_id",
                                            "forced_eos_token_id",
                                            "gradient_checkpointing",
                                            "id2label",
                                            "initializer_range",
                                            "is_decoder",
                                            "is_encoder_decoder",
                                            "is_llama_config",
                                            "keys_to_ignore_at_inference",
                                            "label2id",
                                            "length_penalty",
                                            "max_length",
                                            "min_length",
                                            "model_max_length",
                                            "n_ctx",
                                            "no_repeat_ngram_size",
                                            "num_beam_groups",
                                            "num_beams",
                                            "num_return_sequences",
                                            "output_attentions",
                                            "output_hidden_states",
                                            "output_scores",
                                            "pad_token_id",
                                            "prefix",
                                            "pretraining_tp",
                                            "problem_type",
                                            "pruned_heads",
                                            "remove_invalid_values",
                                            "reorder_and_upcast_attn",
                                            "repetition_penalty",
                                            "resid_pdrop",
                                            "return_dict",
                                            "return_dict_in_generate",
                                            "sep_token_id",
                                            "summary_activation",
                                            "summary_first_dropout",
                                            "summary_proj_to_labels",
                                            "summary_type",
                                            "summary_use_proj",
                                            "suppress_tokens",
                                            "task_specific_params",
                                            "temperature",
                                            "tf_legacy_loss",
                                            "tie_encoder_decoder",
                                            "tokenizer_class",
                                            "top_k",
                                            "top_p",
                                            "torch_dtype",
                                            "torchscript",
                                            "transformers_version",
                                            "typical_p",
                                            "unsloth_fixed",
                                            "unsloth_version",
                                            "use_bfloat16",
                                            "use_cache"};

bool AsksForNothing(const Json& value) {
  return value.is_null() || value == Json(false) || (value.is_structured() && value.empty());
}

absl::Status CheckNothingUnknownLeft(const KeyReader& keys) {
  for (const std::string& key : keys.Left()) {
    const bool passed_over =
        std::find(std::begin(kPassedOver), std::end(kPassedOver), key) != std::end(kPassedOver);
    if (passed_over || key.substr(0, 1) == "_" || AsksForNothing(keys.Peek(key))) continue;
    return InvalidField(key, ShownJson(keys.Peek(key)),
                        "absent, null or false: this decoder does not have that trait");
  }
  return absl::OkStatus();
}

absl::Status TakeIfThere(KeyReader& keys, std::string_view key, int64_t* out) {
  return keys.Has(key) ? keys.TakeInteger(key, out) : absl::OkStatus();
}
absl::Status TakeIfThere(KeyReader& keys, std::string_view key, double* out) {
  return keys.Has(key) ? keys.TakeReal(key, out) : absl::OkStatus();
}
absl::Status TakeIfThere(KeyReader& keys, std::string_view key, bool* out) {
  return keys.Has(key) ? keys.TakeBool(key, out) : absl::OkStatus();
}

// The first of two names that the file has; the first where it has neither.
std::string_view Either(const KeyReader& keys, std::string_view name, std::string_view other) {
  return !keys.Has(name) && keys.Has(other) ? other : name;
}

absl::Status ReadGpt2Sizes(KeyReader& keys, Architecture& a) {
  RETURN_IF_ERROR(keys.TakeInteger(Either(keys, "n_embd", "hidden_size"), &a.hidden_size));
  RETURN_IF_ERROR(keys.TakeInteger(Either(keys, "n_layer", "num_hidden_layers"), &a.layers));
  RETURN_IF_ERROR(keys.TakeInteger(Either(keys, "n_head", "num_attention_heads"), &a.heads));
  RETURN_IF_ERROR(
      keys.TakeInteger(Either(keys, "n_positions", "max_position_embeddings"), &a.max_positions));
  a.kv_heads = a.heads;
  int64_t width = 4 * std::clamp<int64_t>(a.hidden_size, 0, int64_t{1} << 32);
  RETURN_IF_ERROR(TakeIfThere(keys, "n_inner", &width));
  a.ffn_widths = {width};
  bool scaled = true;
  RETURN_IF_ERROR(TakeIfThere(keys, "scale_attn_weights", &scaled));
  if (!scaled) a.attention_scale = 1;
  return TakeIfThere(keys, "layer_norm_epsilon", &a.norm_eps);
}

absl::Status ReadSizes(const Family& family, KeyReader& keys, Architecture& a) {
  int64_t width = 0;
  RETURN_IF_ERROR(keys.TakeInteger("hidden_size", &a.hidden_size));
  RETURN_IF_ERROR(keys.TakeInteger("num_hidden_layers", &a.layers));
  RETURN_IF_ERROR(keys.TakeInteger("num_attention_heads", &a.heads));
  RETURN_IF_ERROR(keys.TakeInteger("intermediate_size", &width));
  RETURN_IF_ERROR(keys.TakeInteger("max_position_embeddings", &a.max_positions));
  a.kv_heads = a.heads;
  a.head_dim = family.head_dim;
  a.ffn_widths = {width};
  RETURN_IF_ERROR(TakeIfThere(keys, "num_key_value_heads", &a.kv_heads));
  RETURN_IF_ERROR(TakeIfThere(keys, "head_dim", &a.head_dim));
  return TakeIfThere(keys, "rms_norm_eps", &a.norm_eps);
}

absl::Status DeriveHeadDim(Architecture& a) {
  if (a.head_dim != 0) return absl::OkStatus();
  if (a.heads < 1 || a.hidden_size % a.heads != 0) {
    return InvalidField(
        "num_attention_heads", absl::StrCat(a.heads),
        absl::StrCat("a divisor of hidden_size (", a.hidden_size, ") where head_dim is absent"));
  }
  a.head_dim = a.hidden_size / a.heads;
  return absl::OkStatus();
}

absl::Status ReadBiases(const Family& family, KeyReader& keys, Architecture& a) {
  if (family.biases == BiasRule::kAsConfigured) {
    RETURN_IF_ERROR(TakeIfThere(keys, "attention_bias", &a.qkv_bias));
    a.attention_output_bias = a.qkv_bias;
  }
  if (!family.mlp_bias_key) return absl::OkStatus();
  return TakeIfThere(keys, "mlp_bias", &a.ffn_bias);
}

// One window of 0 or more for every layer, from the names that transformers 5 writes.
absl::Status WindowsByTypes(const Json& types, int64_t window, Architecture& a) {
  if (!types.is_array() || static_cast<int64_t>(types.size()) != a.layers) {
    return InvalidField(
        "layer_types", types.is_array() ? absl::StrCat(types.size(), " entries") : ShownJson(types),
        absl::StrCat("a list of one name a layer (", a.layers, ")"));
  }
  for (size_t layer = 0; layer < types.size(); ++layer) {
    const bool sliding = types[layer] == Json("sliding_attention");
    if (!sliding && types[layer] != Json("full_attention")) {
      return InvalidField(absl::StrCat("layer_types[", layer, "]"), ShownJson(types[layer]),
                          "full_attention or sliding_attention");
    }
    if (sliding && window < 1) {
      return InvalidField("sliding_window", "absent", "given: layer_types has layers with one");
    }
    a.windows.push_back(sliding ? window : 0);
  }
  return absl::OkStatus();
}

// `null_window`: the file says sliding_window: null, which is not its absence.
absl::Status ReadWindows(const Family& family, bool null_window, KeyReader& keys, Architecture& a) {
  const WindowRule rule = family.windows;
  bool used = rule != WindowRule::kEveryLayer || !null_window;
  int64_t window = null_window ? 0 : family.window, first = 28, pattern = 6;
  if (rule == WindowRule::kFromLayer) {
    used = false;
    RETURN_IF_ERROR(TakeIfThere(keys, "use_sliding_window", &used));
    RETURN_IF_ERROR(TakeIfThere(keys, "max_window_layers", &first));
  }
  if (rule == WindowRule::kAllButEveryNth) {
    RETURN_IF_ERROR(TakeIfThere(
        keys, Either(keys, "sliding_window_pattern", "_sliding_window_pattern"), &pattern));
    keys.Drop("_sliding_window_pattern");
    if (pattern < 1) {
      return InvalidField("sliding_window_pattern", absl::StrCat(pattern), "at least 1");
    }
  }
  if (rule != WindowRule::kNone) RETURN_IF_ERROR(TakeIfThere(keys, "sliding_window", &window));
  if (used && rule != WindowRule::kNone && window < 1) {
    return InvalidField("sliding_window", absl::StrCat(window), "at least 1, or null");
  }
  if (keys.Has("layer_types")) {
    ASSIGN_OR_RETURN(const Json types, keys.Take("layer_types"));
    const bool has_window = used && rule != WindowRule::kNone;
    RETURN_IF_ERROR(WindowsByTypes(types, has_window ? window : 0, a));
  } else if (used && rule != WindowRule::kNone) {
    a.windows = WindowsByRule(rule, a.layers, window, first, pattern);
  }
  const bool any = std::any_of(a.windows.begin(), a.windows.end(), [](int64_t w) { return w > 0; });
  if (!any) a.windows.clear();
  return absl::OkStatus();
}

absl::Status ReadScales(const Family& family, KeyReader& keys, Architecture& a) {
  if (family.scaled_embedding) {
    a.embedding_scale = static_cast<double>(std::sqrt(static_cast<float>(a.hidden_size)));
  }
  if (family.query_scalar > 0) {
    double scalar = family.query_scalar;
    RETURN_IF_ERROR(TakeIfThere(keys, "query_pre_attn_scalar", &scalar));
    if (!(scalar > 0)) {
      return InvalidField("query_pre_attn_scalar", absl::StrCat(scalar), "above 0");
    }
    a.attention_scale = 1.0 / std::sqrt(scalar);
  }
  if (!family.soft_caps) return absl::OkStatus();
  RETURN_IF_ERROR(TakeIfThere(keys, "attn_logit_softcapping", &a.attention_soft_cap));
  return TakeIfThere(keys, "final_logit_softcapping", &a.final_soft_cap);
}

absl::Status ReadActivation(const Family& family, KeyReader& keys, Architecture& a) {
  // Where a family has a key of its own, hidden_act beside it is not read.
  const std::string_view key = family.activation_key;
  if (keys.Has(key)) RETURN_IF_ERROR(keys.TakeName(key, kActivations, &a.activation));
  keys.Drop("hidden_act");
  return absl::OkStatus();
}

// Lists have one entry after the sizes were read; a bad number of layers is Validate's to refuse.
void RepeatFfnWidth(Architecture& a) {
  constexpr int64_t kMost = 10000;
  if (a.layers >= 1 && a.layers <= kMost) {
    a.ffn_widths.assign(static_cast<size_t>(a.layers), a.ffn_widths.front());
  }
}

}  // namespace

absl::StatusOr<Architecture> ReadFamilyConfig(const Family& family, KeyReader keys) {
  const auto is_null = [](const KeyReader& all, const char* key) {
    return all.Has(key) && all.Peek(key).is_null();
  };
  Architecture a = BaseOf(family);
  if (is_null(keys, "attn_logit_softcapping")) a.attention_soft_cap = 0;
  if (is_null(keys, "final_logit_softcapping")) a.final_soft_cap = 0;
  const bool null_window = is_null(keys, "sliding_window");
  keys.DropNulls();
  RETURN_IF_ERROR(keys.TakeInteger("vocab_size", &a.vocab_size));
  RETURN_IF_ERROR(family.positions == Positions::kLearned ? ReadGpt2Sizes(keys, a)
                                                          : ReadSizes(family, keys, a));
  RETURN_IF_ERROR(DeriveHeadDim(a));
  RepeatFfnWidth(a);
  RETURN_IF_ERROR(Validate(a));  // before lists of one entry a layer are made
  RETURN_IF_ERROR(ReadActivation(family, keys, a));
  RETURN_IF_ERROR(ReadBiases(family, keys, a));
  RETURN_IF_ERROR(TakeIfThere(keys, "tie_word_embeddings", &a.tied_embeddings));
  RETURN_IF_ERROR(ReadRope(family, keys, a));
  RETURN_IF_ERROR(ReadWindows(family, null_window, keys, a));
  RETURN_IF_ERROR(ReadScales(family, keys, a));
  RETURN_IF_ERROR(CheckNothingUnknownLeft(keys));
  RETURN_IF_ERROR(Validate(a));
  return a;
}

}  // namespace widthlab::architecture
