// The residual states of sampled tokens, layer by layer: X before the FFN, Y after it.
//
//   Cloud cloud(layers, rows, width);
//   cloud.layers[2].ffn_in[row * cloud.width + coordinate]
//   RETURN_IF_ERROR(WriteCloud(cloud, sink));     // cloud.safetensors
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_CLOUD_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_CLOUD_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "common/tensor_io/safetensors_writer.h"

namespace widthlab::capture {

struct Cloud {
  struct Layer {
    // Row-major [rows, width].
    std::vector<float> ffn_in = {};
    std::vector<float> ffn_out = {};
  };

  Cloud(int64_t layer_count, int64_t row_count, int64_t state_width);

  // Keeps these rows, in this order, and drops the others.
  void KeepRows(absl::Span<const int64_t> kept);

  int64_t rows;
  int64_t width;
  std::vector<Layer> layers;

  // Of every row: index of its sequence, position in it, token, and subsample.
  std::vector<int64_t> sequence;
  std::vector<int64_t> position;
  std::vector<int64_t> token_id;
  std::vector<int64_t> subsample;
};

// ffn_in.<layer> and ffn_out.<layer> [rows, width] F32; sequence, position, token_id, subsample
// [rows] I64. docs/formats/activations.md
absl::Status WriteCloud(const Cloud& cloud, const tensor_io::ByteSink& sink);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_CLOUD_H_
