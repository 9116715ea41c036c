// config.json of our own checkpoints (Hugging Face's names where it has one for the thing), and of
// the families in families.h.
//
//   {"model_type": "widthlab", "vocab_size": 256, "hidden_size": 128, "num_hidden_layers": 2,
//    "num_attention_heads": 4, "num_key_value_heads": 4, "head_dim": 32, "ffn_widths": [512, 256],
//    "mlp_type": "gated", "hidden_act": "silu", "attention_bias": false,
//    "attention_output_bias": false, "mlp_bias": false, "tie_word_embeddings": true,
//    "rope_theta": 10000.0, "rms_norm_eps": 1e-05, "max_position_embeddings": 512}
//
// Optional, with what their absence means: num_key_value_heads (num_attention_heads), head_dim
// (hidden_size / num_attention_heads), residual_widths (hidden_size everywhere), mlp_type (gated),
// the three biases (false; attention_output_bias follows attention_bias, as in Llama), num_experts
// and num_experts_per_tok (dense). Everything else is required. What other families have is in
// family_config.h.
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_CONFIG_JSON_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_CONFIG_JSON_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"

namespace widthlab::architecture {

// INVALID_ARGUMENT naming the key for text that is not JSON or nests too deeply, a missing,
// repeated, mistyped or unknown key, and whatever Validate refuses. A key that we do not know may
// change the model, so it is refused; those that Hugging Face's tools write beside the model's
// shape (torch_dtype, token ids, names that begin with "_") are passed over.
absl::StatusOr<Architecture> ParseConfigJson(std::string_view text);

// Of our own decoder (model_type widthlab). Sorted keys, two spaces of indent, a newline at the
// end: equal architectures give equal bytes. Requires that Validate accepts `a`.
std::string FormatConfigJson(const Architecture& a);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_CONFIG_JSON_H_
