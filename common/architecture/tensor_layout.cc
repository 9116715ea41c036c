#include "common/architecture/tensor_layout.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace widthlab::architecture {
namespace {

bool IsGpt2(const Architecture& a) { return a.positions == Positions::kLearned; }

// Collects the tensors of one module.
class Tensors {
 public:
  explicit Tensors(std::string prefix) : prefix_(std::move(prefix)) {}

  // [out, in], and its bias [out] where `bias` names a slot.
  void Matrix(const char* name, int64_t out, int64_t in, Slot slot, int64_t first_row = 0) {
    tensors_.push_back({absl::StrCat(prefix_, name, ".weight"), {out, in}, slot, first_row});
  }
  // Conv1D of GPT-2: stored [in, out].
  void Conv1d(const char* name, int64_t in, int64_t out, Slot slot, Slot bias) {
    tensors_.push_back({absl::StrCat(prefix_, name, ".weight"), {in, out}, slot, 0, true});
    Vector(absl::StrCat(name, ".bias"), out, bias);
  }
  void Vector(const std::string& name, int64_t size, Slot slot, int64_t first_row = 0) {
    tensors_.push_back({absl::StrCat(prefix_, name), {size}, slot, first_row});
  }
  std::vector<StoredTensor> Take() { return std::move(tensors_); }

 private:
  std::string prefix_;
  std::vector<StoredTensor> tensors_;
};

void AddAttention(const Architecture& a, const LayerShape& s, Tensors& out) {
  const int64_t d = s.residual_width;
  if (a.pre_norms) out.Vector("input_layernorm.weight", d, Slot::kAttentionNorm);
  const struct {
    const char* name;
    int64_t rows, first;
  } projections[] = {{"q", s.query_width, 0},
                     {"k", s.kv_width, s.query_width},
                     {"v", s.kv_width, s.query_width + s.kv_width}};
  for (const auto& p : projections) {
    const std::string name = absl::StrCat("self_attn.", p.name, "_proj");
    out.Matrix(name.c_str(), p.rows, d, Slot::kQkv, p.first);
    if (a.qkv_bias) out.Vector(absl::StrCat(name, ".bias"), p.rows, Slot::kQkvBias, p.first);
  }
  if (a.qk_norm != QkNorm::kNone) {
    const bool whole = a.qk_norm == QkNorm::kWholeProjection;
    out.Vector("self_attn.q_norm.weight", whole ? s.query_width : s.head_dim, Slot::kQueryNorm);
    out.Vector("self_attn.k_norm.weight", whole ? s.kv_width : s.head_dim, Slot::kKeyNorm);
  }
  out.Matrix("self_attn.o_proj", d, s.query_width, Slot::kOutput);
  if (a.attention_output_bias) out.Vector("self_attn.o_proj.bias", d, Slot::kOutputBias);
  if (a.post_norms) out.Vector("post_attention_layernorm.weight", d, Slot::kPostAttentionNorm);
}

void AddFfn(const Architecture& a, const LayerShape& s, Tensors& out) {
  if (s.ffn_width == 0) return;
  const int64_t d = s.residual_width, w = s.ffn_width;
  // Llama's name for the norm before the FFN is that of Gemma's norm after the attention.
  const char* ffn_norm =
      a.post_norms ? "pre_feedforward_layernorm.weight" : "post_attention_layernorm.weight";
  if (a.pre_norms) out.Vector(ffn_norm, d, Slot::kFfnNorm);
  const bool gated = a.feed_forward == FeedForward::kGated;
  if (gated) {
    out.Matrix("mlp.gate_proj", w, d, Slot::kGateUp);
    if (a.ffn_bias) out.Vector("mlp.gate_proj.bias", w, Slot::kGateUpBias);
  }
  out.Matrix("mlp.up_proj", w, d, Slot::kGateUp, gated ? w : 0);
  if (a.ffn_bias) out.Vector("mlp.up_proj.bias", w, Slot::kGateUpBias, gated ? w : 0);
  out.Matrix("mlp.down_proj", d, w, Slot::kDown);
  if (a.ffn_bias) out.Vector("mlp.down_proj.bias", d, Slot::kDownBias);
  if (a.post_norms) out.Vector("post_feedforward_layernorm.weight", d, Slot::kPostFfnNorm);
}

void AddGpt2Layer(const LayerShape& s, Tensors& out) {
  const int64_t d = s.residual_width;
  out.Vector("ln_1.weight", d, Slot::kAttentionNorm);
  out.Vector("ln_1.bias", d, Slot::kAttentionNormBias);
  out.Conv1d("attn.c_attn", d, s.query_width + 2 * s.kv_width, Slot::kQkv, Slot::kQkvBias);
  out.Conv1d("attn.c_proj", s.query_width, d, Slot::kOutput, Slot::kOutputBias);
  out.Vector("ln_2.weight", d, Slot::kFfnNorm);
  out.Vector("ln_2.bias", d, Slot::kFfnNormBias);
  out.Conv1d("mlp.c_fc", d, s.ffn_width, Slot::kGateUp, Slot::kGateUpBias);
  out.Conv1d("mlp.c_proj", s.ffn_width, d, Slot::kDown, Slot::kDownBias);
}

int64_t GateUpRows(const Architecture& a, const LayerShape& s) {
  return a.feed_forward == FeedForward::kGated ? 2 * s.ffn_width : s.ffn_width;
}

// Of the parts of a layer; 0 rows for what is outside the layers.
SlotShape LayerSlot(const Architecture& a, const LayerShape& s, Slot slot) {
  const auto when = [](bool there, int64_t rows, int64_t columns = 1) {
    return there ? SlotShape{rows, columns} : SlotShape{};
  };
  const int64_t d = s.residual_width, w = s.ffn_width;
  const int64_t qkv = s.query_width + 2 * s.kv_width;
  const bool layer_norm = a.norm == NormKind::kLayer;
  const bool whole = a.qk_norm == QkNorm::kWholeProjection;
  const bool qk = a.qk_norm != QkNorm::kNone;
  const bool ffn = w > 0;
  switch (slot) {
    case Slot::kAttentionNorm:
      return when(a.pre_norms, d);
    case Slot::kAttentionNormBias:
      return when(layer_norm, d);
    case Slot::kQkv:
      return {qkv, d};
    case Slot::kQkvBias:
      return when(a.qkv_bias, qkv);
    case Slot::kQueryNorm:
      return when(qk, whole ? s.query_width : s.head_dim);
    case Slot::kKeyNorm:
      return when(qk, whole ? s.kv_width : s.head_dim);
    case Slot::kOutput:
      return {d, s.query_width};
    case Slot::kOutputBias:
      return when(a.attention_output_bias, d);
    case Slot::kPostAttentionNorm:
      return when(a.post_norms, d);
    case Slot::kFfnNorm:
      return when(ffn && a.pre_norms, d);
    case Slot::kFfnNormBias:
      return when(ffn && layer_norm, d);
    case Slot::kGateUp:
      return when(ffn, GateUpRows(a, s), d);
    case Slot::kGateUpBias:
      return when(ffn && a.ffn_bias, GateUpRows(a, s));
    case Slot::kDown:
      return when(ffn, d, w);
    case Slot::kDownBias:
      return when(ffn && a.ffn_bias, d);
    case Slot::kPostFfnNorm:
      return when(ffn && a.post_norms, d);
    default:
      return {};
  }
}

}  // namespace

int64_t StoredTensor::element_count() const {
  int64_t count = 1;
  for (const int64_t dimension : shape) count *= dimension;
  return count;
}

SlotShape ShapeOfSlot(const Architecture& a, int64_t layer, Slot slot) {
  switch (slot) {
    case Slot::kTokenEmbedding:
      return {a.vocab_size, a.hidden_size};
    case Slot::kPositionEmbedding:
      return IsGpt2(a) ? SlotShape{a.max_positions, a.hidden_size} : SlotShape{};
    case Slot::kFinalNorm:
      return {a.hidden_size, 1};
    case Slot::kFinalNormBias:
      return a.norm == NormKind::kLayer ? SlotShape{a.hidden_size, 1} : SlotShape{};
    case Slot::kHead:
      return {a.vocab_size, a.hidden_size};
    default:
      return LayerSlot(a, ShapeOfLayer(a, layer), slot);
  }
}

std::vector<StoredTensor> LayerTensors(const Architecture& a, int64_t layer,
                                       std::string_view prefix) {
  const LayerShape shape = ShapeOfLayer(a, layer);
  Tensors out(absl::StrCat(std::string(prefix), IsGpt2(a) ? "h." : "layers.", layer, "."));
  if (IsGpt2(a)) {
    AddGpt2Layer(shape, out);
  } else {
    AddAttention(a, shape, out);
    AddFfn(a, shape, out);
  }
  return out.Take();
}

std::vector<StoredTensor> OuterTensors(const Architecture& a, std::string_view prefix) {
  Tensors out{std::string(prefix)};
  if (IsGpt2(a)) {
    out.Matrix("wte", a.vocab_size, a.hidden_size, Slot::kTokenEmbedding);
    out.Matrix("wpe", a.max_positions, a.hidden_size, Slot::kPositionEmbedding);
    out.Vector("ln_f.weight", a.hidden_size, Slot::kFinalNorm);
    out.Vector("ln_f.bias", a.hidden_size, Slot::kFinalNormBias);
  } else {
    out.Matrix("embed_tokens", a.vocab_size, a.hidden_size, Slot::kTokenEmbedding);
    out.Vector("norm.weight", a.hidden_size, Slot::kFinalNorm);
  }
  std::vector<StoredTensor> tensors = out.Take();
  if (!a.tied_embeddings) {
    tensors.push_back({"lm_head.weight", {a.vocab_size, a.hidden_size}, Slot::kHead});
  }
  return tensors;
}

std::string_view WeightPrefix(const Architecture& a) {
  return IsGpt2(a) ? "transformer." : "model.";
}

bool IsRedundant(const Architecture& a, std::string_view name) {
  const std::string text(name);
  if (absl::EndsWith(text, ".rotary_emb.inv_freq")) return true;
  if (a.tied_embeddings && name == "lm_head.weight") return true;
  return IsGpt2(a) &&
         (absl::EndsWith(text, ".attn.bias") || absl::EndsWith(text, ".attn.masked_bias"));
}

}  // namespace widthlab::architecture
