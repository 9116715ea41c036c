// Which layers a file of clouds has, and how large they are.
//
//   ASSIGN_OR_RETURN(const CloudLayout layout, ReadLayout(file));
//   layout.rows;       // tokens
//   layout.widths[2];  // d of ffn_in.2 and ffn_out.2
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_CLOUD_LAYOUT_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_CLOUD_LAYOUT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/safetensors_file.h"

namespace widthlab::capture {

struct CloudLayout {
  int64_t rows = 0;
  // One for each layer.
  std::vector<int64_t> widths = {};

  int64_t layers() const { return static_cast<int64_t>(widths.size()); }
};

// "ffn_in.3".
std::string InName(int64_t layer);
std::string OutName(int64_t layer);

// INVALID_ARGUMENT names the tensor: a file without layer 0, a layer with one of its two clouds
// only, a tensor that is not of a layer and no table of tokens, a gap between layers; clouds that
// are not [n, d] of one n, with n and d at least 1, or whose X and Y differ in shape, or that are
// not F64, F32, F16 or BF16.
absl::StatusOr<CloudLayout> ReadLayout(const tensor_io::SafetensorsFile& file);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_CLOUD_LAYOUT_H_
