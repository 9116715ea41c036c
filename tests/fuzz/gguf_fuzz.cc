// Any bytes as a GGUF file: an error or a file, all of whose tensors and values can be read.
#include <string>
#include <utility>
#include <vector>

#include "common/architecture/gguf_config.h"
#include "common/tensor_io/gguf_builder.h"
#include "common/tensor_io/gguf_file.h"
#include "common/tensor_io/gguf_source.h"
#include "tests/fuzz/fuzz_target.h"

namespace widthlab::fuzz {
namespace {

using tensor_io::GgufBuilder;
using tensor_io::GgufKind;
using tensor_io::GgufTypeId;

void ReadValues(const tensor_io::GgufFile& file) {
  for (const auto& [key, value] : file.metadata()) {
    value.KindText();
    value.Integer();
    value.Number();
    value.Bool();
    value.Text();
    const auto texts = value.Texts();
    FUZZ_CHECK(!texts.has_value() || texts->size() == value.count());
    const auto integers = value.Integers();
    FUZZ_CHECK(!integers.has_value() || integers->size() == value.count());
    const auto numbers = value.Numbers();
    FUZZ_CHECK(!numbers.has_value() || numbers->size() == value.count());
  }
}

void ReadTensors(const tensor_io::TensorSource& source) {
  for (const auto& [name, tensor] : source.tensors()) {
    std::vector<float> values(static_cast<size_t>(tensor.element_count()));
    FUZZ_CHECK(source.Read(name, absl::MakeSpan(values)).ok());
    const auto row = static_cast<size_t>(tensor.row_size());
    const int64_t rows = tensor.shape.empty() ? 1 : tensor.shape.front();
    std::vector<float> last(row);
    FUZZ_CHECK(source.ReadRows(name, rows - 1, absl::MakeSpan(last)).ok());
    FUZZ_CHECK(!source.ReadRows(name, rows, absl::MakeSpan(last)).ok());
  }
}

GgufBuilder Sizes(const std::string& family) {
  GgufBuilder gguf;
  gguf.Text("general.architecture", family);
  gguf.Uint32(family + ".block_count", 1).Uint32(family + ".embedding_length", 4);
  gguf.Uint32(family + ".attention.head_count", 2).Uint32(family + ".context_length", 64);
  gguf.Uint32(family + ".feed_forward_length", 12);
  gguf.Float32(family + ".attention.layer_norm_rms_epsilon", 1e-6f);
  gguf.Texts("tokenizer.ggml.tokens", {"a", "b", ""});
  gguf.List<float>("tokenizer.ggml.scores", GgufKind::kFloat32, {0, -1, -2});
  gguf.Bool("tokenizer.ggml.add_bos_token", true);
  gguf.Floats("token_embd.weight", {3, 4}, std::vector<float>(12));
  return gguf;
}

}  // namespace

std::vector<std::string> Seeds() {
  GgufBuilder llama = Sizes("llama");
  llama.Floats("blk.0.attn_q.weight", {4, 4}, std::vector<float>(16));
  llama.Tensor("blk.0.attn_norm.weight", {32}, GgufTypeId::kQ4_1, std::string(20, '1'));
  llama.Tensor("output_norm.weight", {256}, GgufTypeId::kQ6_K, std::string(210, '2'));
  llama.Floats("rope_freqs.weight", {1}, {1});
  GgufBuilder gemma = Sizes("gemma3");
  gemma.Uint32("gemma3.attention.sliding_window", 16);
  gemma.Floats("output_norm.weight", {4}, {1, 2, 3, 4});
  GgufBuilder gpt2 = Sizes("gpt2");
  gpt2.Float32("gpt2.attention.layer_norm_epsilon", 1e-5f);
  gpt2.Tensor("blk.0.ffn_up.weight", {3, 32}, GgufTypeId::kQ8_0, std::string(102, '3'));
  return {llama.Build(), gemma.Build(), gpt2.Build(), GgufBuilder().Build()};
}

}  // namespace widthlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace widthlab;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  auto file = tensor_io::GgufFile::FromBytes(bytes, "fuzz.gguf");
  if (!file.ok()) return 0;
  fuzz::ReadValues(*file);
  architecture::GgufArchitecture(*file).IgnoreError();
  const auto source = tensor_io::MakeGgufSource(*std::move(file));
  if (source.ok()) fuzz::ReadTensors(**source);
  return 0;
}
