// The one shape of error that reading a safetensors file gives: which file, tensor and rule.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_ERROR_H_
#define WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_ERROR_H_

#include <string_view>

#include "absl/status/status.h"

namespace widthlab::tensor_io {

// INVALID_ARGUMENT, reason BAD_SAFETENSORS, field = file, metadata tensor (if any) and rule:
// "`file`: tensor `tensor`: `message` (rule `rule`)".
absl::Status SafetensorsError(std::string_view file, std::string_view tensor, std::string_view rule,
                              std::string_view message);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_ERROR_H_
