// Which tensors a decoder has: names (Hugging Face's for a Llama), shapes, and how they begin.
//
//   for (const ParameterSpec& spec : ParameterSpecs(architecture)) {
//     // model.embed_tokens.weight [vocab, d]
//     // model.layers.0.input_layernorm.weight [d], ...self_attn.{q,k,v,o}_proj.weight
//     // model.layers.0.post_attention_layernorm.weight, ...mlp.{gate,up,down}_proj.weight
//     // model.norm.weight, lm_head.weight (where the head is not tied)
//   }
//
// Matrices are [out, in], row-major. A layer whose FFN width is 0 has neither the norm before the
// FFN nor its matrices.
#ifndef WIDTHLAB_COMMON_MODEL_PARAMETER_SPEC_H_
#define WIDTHLAB_COMMON_MODEL_PARAMETER_SPEC_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"

namespace widthlab::model {

struct ParameterSpec {
  std::string name;
  std::vector<int64_t> shape;
  // Standard deviation of the normal initial values; 0 for norms, which begin at one.
  double init_stddev = 0;

  int64_t size() const;
  bool is_matrix() const { return shape.size() == 2; }
};

// In the order of the computation: embedding, layers, final norm, head.
// Requires an architecture that CheckSupported accepts.
std::vector<ParameterSpec> ParameterSpecs(const architecture::Architecture& a);

// Fills `out`, of spec.size(), with the initial values. Matrices are normal with the deviation of
// the spec: 0.02, for what writes into the residual stream (o_proj, down_proj) 0.02 / sqrt(2 L).
// They come from the random stream `init/NAME` under `seed`, so tensors of equal name and shape
// begin equal in models whose other layers differ.
void FillInitialValues(const ParameterSpec& spec, uint64_t seed, absl::Span<float> out);

// INVALID_ARGUMENT naming the key of config.json where architecture::Validate refuses, or where the
// decoder has no such part: experts, residual widths, plain FFNs, activations other than SiLU,
// biases.
absl::Status CheckSupported(const architecture::Architecture& a);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_PARAMETER_SPEC_H_
