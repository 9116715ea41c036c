// The shape of the model in a GGUF file, from its metadata.
//
//   ASSIGN_OR_RETURN(tensor_io::GgufFile file, tensor_io::GgufFile::Open("smollm2.gguf"));
//   ASSIGN_OR_RETURN(Architecture a, GgufArchitecture(file));
//
// The metadata is turned into the config.json that the model was converted from, and that is read
// as any other: a family has one reader. What the format leaves out is filled in as its own
// programs do: Gemma's query scale (from head_dim; from hidden_size / heads in the 27B models), its
// local rotary base (10000) and its pattern of windows. The vocabulary is as long as
// token_embd.weight; the head is tied where there is no output.weight; biases are there where their
// tensors are. Llama's rope_freqs.weight becomes the divisors of the rotary frequencies.
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_GGUF_CONFIG_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_GGUF_CONFIG_H_

#include <string>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/tensor_io/gguf_file.h"

namespace widthlab::architecture {

// INVALID_ARGUMENT BAD_GGUF naming the key: a family that cannot be read, a value that is missing
// or of another kind, and a key of the family that we do not know (it may change the model); then
// the errors of ParseConfigJson.
absl::StatusOr<Architecture> GgufArchitecture(const tensor_io::GgufFile& file);

// The config.json that GgufArchitecture reads, without the divisors.
absl::StatusOr<std::string> GgufConfigJson(const tensor_io::GgufFile& file);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_GGUF_CONFIG_H_
