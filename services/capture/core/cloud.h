// The residual states of sampled tokens, layer by layer: X before the FFN, Y after it.
//
//   ASSIGN_OR_RETURN(Cloud cloud, Cloud::Create(shape, folder));
//   cloud.layers[2].ffn_in.data()[row * cloud.width + coordinate]
//   RETURN_IF_ERROR(WriteCloud(cloud, sink));     // cloud.safetensors
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_CLOUD_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_CLOUD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/tensor_io/safetensors_writer.h"
#include "services/capture/core/float_file.h"

namespace widthlab::capture {

// What is kept of every token in every layer.
struct CapturePoints {
  bool ffn_in = true;  // whether they are written: they are always there
  bool ffn_out = true;
  bool attention_out = false;
  bool ffn_norm = false;
  bool ffn_update = false;
};

struct CloudShape {
  int64_t layers = 0;
  int64_t rows = 0;
  int64_t width = 0;
  CapturePoints points = {};
  int64_t vocabulary = 0;  // above 0: logits too
};

struct Cloud {
  // Row-major [rows, width]; the last three empty where they are not wanted.
  struct Layer {
    FloatFile ffn_in = {};
    FloatFile ffn_out = {};
    FloatFile attention_out = {};
    FloatFile ffn_norm = {};
    FloatFile ffn_update = {};
  };

  // In memory, with ffn_in and ffn_out alone.
  Cloud(int64_t layer_count, int64_t row_count, int64_t state_width);

  // In files of `folder`, or in memory where that is empty. Errors: those of FloatFile::Open.
  static absl::StatusOr<Cloud> Create(const CloudShape& shape, const std::string& folder);

  // Keeps these rows, ascending, and drops the others.
  void KeepRows(absl::Span<const int64_t> kept);

  int64_t rows;
  int64_t width;
  std::vector<Layer> layers;
  CapturePoints points = {};
  FloatFile logits = {};  // [rows, vocabulary]

  // Of every row: index of its sequence, position in it, token, and subsample.
  std::vector<int64_t> sequence;
  std::vector<int64_t> position;
  std::vector<int64_t> token_id;
  std::vector<int64_t> subsample;

 private:
  struct Empty {};
  Cloud(Empty, int64_t row_count, int64_t state_width);
};

// <point>.<layer> [rows, width] F32 for the points wanted, logits [rows, vocabulary] F32; sequence,
// position, token_id, subsample [rows] I64. docs/formats/activations.md
absl::Status WriteCloud(const Cloud& cloud, const tensor_io::ByteSink& sink);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_CLOUD_H_
