// The weights of a GGUF file as a TensorSource: Hugging Face's names, order and values.
//
//   ASSIGN_OR_RETURN(auto source, OpenGgufSource("/models/smollm2.Q4_1.gguf"));
//   RETURN_IF_ERROR(source->Read("model.layers.0.self_attn.q_proj.weight",
//   absl::MakeSpan(floats)));
//
// Quantised values become floats as they are read (dequantise.h), and what the conversion to GGUF
// changed is undone (gguf_names.h): Llama's query and key rows come back in Hugging Face's order,
// Gemma's norms without their one, GPT-2's matrices as [in, out]. A tensor that the family does not
// have keeps the file's name. Llama's rope_freqs.weight is left out: it is a part of the
// configuration (common/architecture/gguf_config.h).
#ifndef WIDTHLAB_COMMON_TENSOR_IO_GGUF_SOURCE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_GGUF_SOURCE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "common/tensor_io/gguf_file.h"
#include "common/tensor_io/tensor_source.h"

namespace widthlab::tensor_io {

inline constexpr char kRopeFactorsTensor[] = "rope_freqs.weight";

// INVALID_ARGUMENT BAD_GGUF: rule `split` for a part of a model that is in several files; rule
// `family` for a general.architecture that has no names here; rule
// `heads` where Llama's query or key rows are not a whole number of even heads.
absl::StatusOr<std::unique_ptr<TensorSource>> MakeGgufSource(GgufFile file);

// The same of a file by its path, and the errors of GgufFile::Open.
absl::StatusOr<std::unique_ptr<TensorSource>> OpenGgufSource(const std::string& path);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_GGUF_SOURCE_H_
