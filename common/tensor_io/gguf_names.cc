#include "common/tensor_io/gguf_names.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace widthlab::tensor_io {
namespace {

struct Entry {
  std::string_view from;
  std::string_view to;
  GgufChange change = GgufChange::kNone;
};

// Outside the layers, and in a layer without "blk.N." and "model.layers.N.".
struct Table {
  std::string_view layer_prefix;
  const Entry* outer;
  size_t outer_count;
  const Entry* inner;
  size_t inner_count;
};

constexpr Entry kOuter[] = {
    {"token_embd.weight", "model.embed_tokens.weight"},
    {"output_norm.weight", "model.norm.weight"},
    {"output.weight", "lm_head.weight"},
};

constexpr Entry kGemmaOuter[] = {
    {"token_embd.weight", "model.embed_tokens.weight"},
    {"output_norm.weight", "model.norm.weight", GgufChange::kPlusOne},
    {"output.weight", "lm_head.weight"},
};

constexpr Entry kLlama[] = {
    {"attn_norm.weight", "input_layernorm.weight"},
    {"attn_q.weight", "self_attn.q_proj.weight", GgufChange::kQueryRows},
    {"attn_k.weight", "self_attn.k_proj.weight", GgufChange::kKeyRows},
    {"attn_v.weight", "self_attn.v_proj.weight"},
    {"attn_output.weight", "self_attn.o_proj.weight"},
    {"attn_q.bias", "self_attn.q_proj.bias", GgufChange::kQueryRows},
    {"attn_k.bias", "self_attn.k_proj.bias", GgufChange::kKeyRows},
    {"attn_v.bias", "self_attn.v_proj.bias"},
    {"attn_output.bias", "self_attn.o_proj.bias"},
    {"ffn_norm.weight", "post_attention_layernorm.weight"},
    {"ffn_gate.weight", "mlp.gate_proj.weight"},
    {"ffn_up.weight", "mlp.up_proj.weight"},
    {"ffn_down.weight", "mlp.down_proj.weight"},
    {"ffn_gate.bias", "mlp.gate_proj.bias"},
    {"ffn_up.bias", "mlp.up_proj.bias"},
    {"ffn_down.bias", "mlp.down_proj.bias"},
};

constexpr Entry kQwen[] = {
    {"attn_norm.weight", "input_layernorm.weight"},
    {"attn_q.weight", "self_attn.q_proj.weight"},
    {"attn_k.weight", "self_attn.k_proj.weight"},
    {"attn_v.weight", "self_attn.v_proj.weight"},
    {"attn_output.weight", "self_attn.o_proj.weight"},
    {"attn_q.bias", "self_attn.q_proj.bias"},
    {"attn_k.bias", "self_attn.k_proj.bias"},
    {"attn_v.bias", "self_attn.v_proj.bias"},
    {"attn_q_norm.weight", "self_attn.q_norm.weight"},
    {"attn_k_norm.weight", "self_attn.k_norm.weight"},
    {"ffn_norm.weight", "post_attention_layernorm.weight"},
    {"ffn_gate.weight", "mlp.gate_proj.weight"},
    {"ffn_up.weight", "mlp.up_proj.weight"},
    {"ffn_down.weight", "mlp.down_proj.weight"},
};

constexpr Entry kOlmo2[] = {
    {"attn_q.weight", "self_attn.q_proj.weight"},
    {"attn_k.weight", "self_attn.k_proj.weight"},
    {"attn_v.weight", "self_attn.v_proj.weight"},
    {"attn_output.weight", "self_attn.o_proj.weight"},
    {"attn_q_norm.weight", "self_attn.q_norm.weight"},
    {"attn_k_norm.weight", "self_attn.k_norm.weight"},
    {"post_attention_norm.weight", "post_attention_layernorm.weight"},
    {"post_ffw_norm.weight", "post_feedforward_layernorm.weight"},
    {"ffn_gate.weight", "mlp.gate_proj.weight"},
    {"ffn_up.weight", "mlp.up_proj.weight"},
    {"ffn_down.weight", "mlp.down_proj.weight"},
};

constexpr Entry kGemma[] = {
    {"attn_norm.weight", "input_layernorm.weight", GgufChange::kPlusOne},
    {"attn_q.weight", "self_attn.q_proj.weight"},
    {"attn_k.weight", "self_attn.k_proj.weight"},
    {"attn_v.weight", "self_attn.v_proj.weight"},
    {"attn_output.weight", "self_attn.o_proj.weight"},
    {"attn_q_norm.weight", "self_attn.q_norm.weight", GgufChange::kPlusOne},
    {"attn_k_norm.weight", "self_attn.k_norm.weight", GgufChange::kPlusOne},
    {"post_attention_norm.weight", "post_attention_layernorm.weight", GgufChange::kPlusOne},
    {"ffn_norm.weight", "pre_feedforward_layernorm.weight", GgufChange::kPlusOne},
    {"post_ffw_norm.weight", "post_feedforward_layernorm.weight", GgufChange::kPlusOne},
    {"ffn_gate.weight", "mlp.gate_proj.weight"},
    {"ffn_up.weight", "mlp.up_proj.weight"},
    {"ffn_down.weight", "mlp.down_proj.weight"},
};

constexpr Entry kGpt2Outer[] = {
    {"token_embd.weight", "transformer.wte.weight"},
    {"position_embd.weight", "transformer.wpe.weight"},
    {"output_norm.weight", "transformer.ln_f.weight"},
    {"output_norm.bias", "transformer.ln_f.bias"},
    {"output.weight", "lm_head.weight"},
};

constexpr Entry kGpt2[] = {
    {"attn_norm.weight", "ln_1.weight"},
    {"attn_norm.bias", "ln_1.bias"},
    {"attn_qkv.weight", "attn.c_attn.weight", GgufChange::kTransposed},
    {"attn_qkv.bias", "attn.c_attn.bias"},
    {"attn_output.weight", "attn.c_proj.weight", GgufChange::kTransposed},
    {"attn_output.bias", "attn.c_proj.bias"},
    {"ffn_norm.weight", "ln_2.weight"},
    {"ffn_norm.bias", "ln_2.bias"},
    {"ffn_up.weight", "mlp.c_fc.weight", GgufChange::kTransposed},
    {"ffn_up.bias", "mlp.c_fc.bias"},
    {"ffn_down.weight", "mlp.c_proj.weight", GgufChange::kTransposed},
    {"ffn_down.bias", "mlp.c_proj.bias"},
};

template <size_t kOuterCount, size_t kInnerCount>
constexpr Table MakeTable(std::string_view prefix, const Entry (&outer)[kOuterCount],
                          const Entry (&inner)[kInnerCount]) {
  return {prefix, outer, kOuterCount, inner, kInnerCount};
}

struct Family {
  std::string_view name;
  Table table;
};

constexpr std::string_view kLayers = "model.layers.";

constexpr Family kFamilies[] = {
    {"llama", MakeTable(kLayers, kOuter, kLlama)},
    {"gemma2", MakeTable(kLayers, kGemmaOuter, kGemma)},
    {"gemma3", MakeTable(kLayers, kGemmaOuter, kGemma)},
    {"gpt2", MakeTable("transformer.h.", kGpt2Outer, kGpt2)},
    {"qwen2", MakeTable(kLayers, kOuter, kQwen)},
    {"qwen3", MakeTable(kLayers, kOuter, kQwen)},
    {"olmo2", MakeTable(kLayers, kOuter, kOlmo2)},
};

const Family* FindFamily(std::string_view name) {
  for (const Family& family : kFamilies) {
    if (family.name == name) return &family;
  }
  return nullptr;
}

const Entry* FindEntry(const Entry* entries, size_t count, std::string_view name) {
  const Entry* found = std::find_if(entries, entries + count,
                                    [&](const Entry& entry) { return entry.from == name; });
  return found == entries + count ? nullptr : found;
}

// "blk.12.rest" in its parts; false for other names.
bool SplitLayer(std::string_view tensor, std::string_view* number, std::string_view* rest) {
  constexpr std::string_view kPrefix = "blk.";
  if (tensor.substr(0, kPrefix.size()) != kPrefix) return false;
  tensor.remove_prefix(kPrefix.size());
  const size_t dot = tensor.find('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  *number = tensor.substr(0, dot);
  *rest = tensor.substr(dot + 1);
  // One way to write a number, so that two tensors cannot get one name.
  return (number->size() == 1 || number->front() != '0') &&
         std::all_of(number->begin(), number->end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string GgufFamilies() {
  std::string names;
  for (const Family& family : kFamilies) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", std::string(family.name));
  }
  return names;
}

bool IsGgufFamily(std::string_view family) { return FindFamily(family) != nullptr; }

std::optional<CheckpointName> NameInCheckpoint(std::string_view family, std::string_view tensor) {
  const Family* known = FindFamily(family);
  if (known == nullptr) return std::nullopt;
  const Table& table = known->table;
  if (const Entry* entry = FindEntry(table.outer, table.outer_count, tensor); entry != nullptr) {
    return CheckpointName{std::string(entry->to), entry->change};
  }
  std::string_view number, rest;
  if (!SplitLayer(tensor, &number, &rest)) return std::nullopt;
  const Entry* entry = FindEntry(table.inner, table.inner_count, rest);
  if (entry == nullptr) return std::nullopt;
  return CheckpointName{absl::StrCat(std::string(table.layer_prefix), std::string(number), ".",
                                     std::string(entry->to)),
                        entry->change};
}

}  // namespace widthlab::tensor_io
