// Turns a safetensors header's JSON into tensors, as they come, without building a document.
//
// Only the grammar is checked here (rules json_depth, json, structure, duplicate_key, dtype, rank);
// what the numbers mean is checked by safetensors_header.h.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_JSON_H_
#define WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_JSON_H_

#include <string_view>

#include "absl/status/status.h"
#include "common/tensor_io/safetensors_header.h"

namespace widthlab::tensor_io {

// Fills `header`'s tensors (begin and end as written) and metadata. `label` names the file.
absl::Status ParseSafetensorsJson(std::string_view json, std::string_view label,
                                  SafetensorsHeader& header);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_JSON_H_
