// Every family through GGUF: the checkpoints of tests/data/models are put into a GGUF file as
// conversions do it, and what is read of the file must be the checkpoint again, bit for bit.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "common/architecture/gguf_config.h"
#include "common/model/model_files.h"
#include "common/status/matchers.h"
#include "common/tensor_io/gguf_builder.h"
#include "common/tensor_io/gguf_file.h"
#include "common/tensor_io/gguf_source.h"
#include "gtest/gtest.h"

namespace widthlab {
namespace {

using architecture::Architecture;
using tensor_io::GgufBuilder;

// Name of a part of a layer there and here, the longest first.
using Names = std::vector<std::pair<std::string, std::string>>;

Names NamesOf(const std::string& family) {
  if (family == "gpt2") {
    return {{"transformer.wte", "token_embd"},
            {"transformer.wpe", "position_embd"},
            {"transformer.ln_f", "output_norm"},
            {"transformer.h.", "blk."},
            {"ln_1", "attn_norm"},
            {"ln_2", "ffn_norm"},
            {"attn.c_attn", "attn_qkv"},
            {"attn.c_proj", "attn_output"},
            {"mlp.c_fc", "ffn_up"},
            {"mlp.c_proj", "ffn_down"}};
  }
  const bool post = family == "gemma2" || family == "gemma3" || family == "olmo2";
  return {{"model.embed_tokens", "token_embd"},
          {"model.norm", "output_norm"},
          {"lm_head", "output"},
          {"model.layers.", "blk."},
          {"input_layernorm", "attn_norm"},
          {"post_attention_layernorm", post ? "post_attention_norm" : "ffn_norm"},
          {"pre_feedforward_layernorm", "ffn_norm"},
          {"post_feedforward_layernorm", "post_ffw_norm"},
          {"self_attn.q_proj", "attn_q"},
          {"self_attn.k_proj", "attn_k"},
          {"self_attn.v_proj", "attn_v"},
          {"self_attn.o_proj", "attn_output"},
          {"self_attn.q_norm", "attn_q_norm"},
          {"self_attn.k_norm", "attn_k_norm"},
          {"mlp.gate_proj", "ffn_gate"},
          {"mlp.up_proj", "ffn_up"},
          {"mlp.down_proj", "ffn_down"}};
}

std::string FamilyOf(const Architecture& a) {
  if (a.model_type == "mistral") return "llama";
  return a.model_type == "gemma3_text" ? "gemma3" : a.model_type;
}

void WriteSizes(const Architecture& a, GgufBuilder& gguf) {
  const std::string f = FamilyOf(a);
  const auto number = [&](const char* key, int64_t value) {
    gguf.Uint32(absl::StrCat(f, ".", key), static_cast<uint32_t>(value));
  };
  gguf.Text("general.architecture", f);
  number("block_count", a.layers);
  number("embedding_length", a.hidden_size);
  number("feed_forward_length", a.ffn_widths.front());
  number("attention.head_count", a.heads);
  number("context_length", a.max_positions);
  gguf.Float32(absl::StrCat(f, f == "gpt2" ? ".attention.layer_norm_epsilon"
                                           : ".attention.layer_norm_rms_epsilon"),
               static_cast<float>(a.norm_eps));
  if (f == "gpt2") return;
  number("attention.head_count_kv", a.kv_heads);
  number("attention.key_length", a.head_dim);
  gguf.Float32(f + ".rope.freq_base", static_cast<float>(a.rope_theta));
  const int64_t window =
      a.windows.empty() ? 0 : *std::max_element(a.windows.begin(), a.windows.end());
  if (window > 0) number("attention.sliding_window", window);
  if (a.attention_soft_cap > 0) {
    gguf.Float32(f + ".attn_logit_softcapping", static_cast<float>(a.attention_soft_cap));
    gguf.Float32(f + ".final_logit_softcapping", static_cast<float>(a.final_soft_cap));
  }
  if (a.rope_scaling.kind == architecture::RopeScaling::Kind::kLinear) {
    gguf.Text(f + ".rope.scaling.type", "linear");
    gguf.Float32(f + ".rope.scaling.factor", static_cast<float>(a.rope_scaling.factor));
  }
}

// Rows of a head in the order in which neighbours turn together.
std::vector<float> Interleaved(const std::vector<float>& values, int64_t heads, int64_t rows) {
  const auto row = static_cast<int64_t>(values.size()) / rows;
  const int64_t half = rows / heads / 2;
  std::vector<float> out;
  for (int64_t head = 0; head < heads; ++head) {
    for (int64_t i = 0; i < half; ++i) {
      for (int64_t s = 0; s < 2; ++s) {
        const auto from = values.begin() + (head * 2 * half + s * half + i) * row;
        out.insert(out.end(), from, from + row);
      }
    }
  }
  return out;
}

std::vector<float> Transposed(const std::vector<float>& values, int64_t rows, int64_t columns) {
  std::vector<float> out(values.size());
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) {
      out[static_cast<size_t>(c * rows + r)] = values[static_cast<size_t>(r * columns + c)];
    }
  }
  return out;
}

class Conversion {
 public:
  explicit Conversion(const Architecture& a) : a_(a), family_(FamilyOf(a)) {}

  std::string NameOf(std::string name) const {
    for (const auto& [there, here] : NamesOf(family_)) {
      name = absl::StrReplaceAll(name, {{there, here}});
    }
    return name;
  }

  void Write(const tensor_io::SourceTensor& tensor, std::vector<float> values,
             GgufBuilder& gguf) const {
    std::vector<uint64_t> shape(tensor.shape.begin(), tensor.shape.end());
    const std::string name = NameOf(tensor.name);
    if (family_ == "llama" && absl::StrContains(name, "attn_q.")) {
      values = Interleaved(values, a_.heads, tensor.shape.front());
    } else if (family_ == "llama" && absl::StrContains(name, "attn_k.")) {
      values = Interleaved(values, a_.kv_heads, tensor.shape.front());
    } else if (absl::StartsWith(family_, "gemma") && absl::EndsWith(name, "norm.weight")) {
      for (float& value : values) value += 1;
    } else if (family_ == "gpt2" && shape.size() == 2 && absl::StartsWith(name, "blk.")) {
      values = Transposed(values, tensor.shape[0], tensor.shape[1]);
      std::swap(shape[0], shape[1]);
    }
    gguf.Floats(name, shape, values);
  }

 private:
  const Architecture& a_;
  const std::string family_;
};

std::vector<float> ReadAll(const tensor_io::TensorSource& source, const std::string& name) {
  std::vector<float> values(static_cast<size_t>(source.Find(name)->element_count()));
  EXPECT_THAT(source.Read(name, absl::MakeSpan(values)), IsOk());
  return values;
}

class GgufFamiliesTest : public testing::TestWithParam<const char*> {};

TEST_P(GgufFamiliesTest, ComeBackAsTheyWere) {
  const auto files = model::FindModelFiles(absl::StrCat("tests/data/models/", GetParam()));
  ASSERT_THAT(files, IsOk());
  const auto a = model::ReadArchitecture(*files);
  ASSERT_THAT(a, IsOk());
  const auto source = model::OpenWeights(*files);
  ASSERT_THAT(source, IsOk());
  GgufBuilder gguf;
  WriteSizes(*a, gguf);
  const Conversion conversion(*a);
  for (const auto& [name, tensor] : (*source)->tensors()) {
    conversion.Write(tensor, ReadAll(**source, name), gguf);
  }
  auto file = tensor_io::GgufFile::FromBytes(gguf.Build(), "converted.gguf");
  ASSERT_THAT(file, IsOk());

  auto read = architecture::GgufArchitecture(*file);
  ASSERT_THAT(read, IsOk());
  EXPECT_NEAR(read->norm_eps, a->norm_eps, 1e-12);
  read->norm_eps = a->norm_eps;  // a float32 there
  if (absl::StartsWith(a->model_type, "gemma")) {
    // The file has no query scale, and these checkpoints have an unusual one.
    EXPECT_EQ(read->attention_scale, 1 / std::sqrt(static_cast<double>(a->head_dim)));
    read->attention_scale = a->attention_scale;
  }
  if (a->rope_scaling.kind == architecture::RopeScaling::Kind::kLlama3) {
    read->rope_scaling = a->rope_scaling;  // rope_freqs.weight has tests of its own
  }
  EXPECT_EQ(*read, *a);

  const auto again = tensor_io::MakeGgufSource(*std::move(file));
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ((*again)->tensors().size(), (*source)->tensors().size());
  for (const auto& [name, tensor] : (*source)->tensors()) {
    ASSERT_NE((*again)->Find(name), nullptr) << name;
    EXPECT_EQ((*again)->Find(name)->shape, tensor.shape) << name;
    std::vector<float> wanted = ReadAll(**source, name);
    if (absl::StartsWith(a->model_type, "gemma") && absl::EndsWith(name, "norm.weight")) {
      // What adding one has rounded is gone.
      for (float& value : wanted) value = (value + 1) - 1;
    }
    EXPECT_EQ(ReadAll(**again, name), wanted) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, GgufFamiliesTest,
                         testing::Values("gemma2-tiny", "gemma3-tiny", "gpt2-tiny", "llama-tied",
                                         "llama-tiny", "mistral-tiny", "qwen2-tiny"),
                         [](const auto& info) {
                           return absl::StrReplaceAll(info.param, {{"-", "_"}});
                         });

}  // namespace
}  // namespace widthlab
