// The one shape of error that reading a GGUF file gives: which file, what in it, and the rule.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_GGUF_ERROR_H_
#define WIDTHLAB_COMMON_TENSOR_IO_GGUF_ERROR_H_

#include <string_view>

#include "absl/status/status.h"

namespace widthlab::tensor_io {

// INVALID_ARGUMENT, reason BAD_GGUF, field = file, metadata rule and (if any) what:
// "`file`: `what`: `message` (rule `rule`)". `what` is for instance "tensor blk.0.attn_q.weight" or
// "key llama.block_count"; it may come from the file, and is shortened.
absl::Status GgufError(std::string_view file, std::string_view what, std::string_view rule,
                       std::string_view message);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_GGUF_ERROR_H_
