// Final norm and head over rows of states on a device, the vocabulary met piece by piece. LibTorch
// inside.
//
//   const DeviceHead head(model, format, device);        // StreamModel, WeightFormat
//   RETURN_IF_ERROR(head.Run(states, targets, {.losses = absl::MakeSpan(losses)}));
//
// The device holds one piece of the head's matrix, and the scores of one block of rows.
#ifndef WIDTHLAB_COMMON_MODEL_DEVICE_HEAD_H_
#define WIDTHLAB_COMMON_MODEL_DEVICE_HEAD_H_

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/model/head_outputs.h"
#include "common/model/head_tensors.h"
#include "common/model/layer_weights.h"
#include "common/model/stream_backend.h"

namespace widthlab::model {

class DeviceHead {
 public:
  // References outlive the object.
  DeviceHead(const StreamModel& model, const WeightFormat& format, at::Device device);

  // As StreamBackend::Head. What LibTorch throws comes through.
  absl::Status Run(absl::Span<const float> states, absl::Span<const int64_t> targets,
                   const HeadOutputs& outputs) const;

 private:
  // Entries [first, first + size) of the vocabulary: [size, d] in the compute type.
  absl::StatusOr<at::Tensor> Piece(int64_t first, int64_t size) const;

  const StreamModel& model_;
  const WeightFormat format_;
  const at::Device device_;
  const HeadTensors tensors_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_DEVICE_HEAD_H_
