// Where the layer-streaming decoder computes: the process's threads (MakeHostBackend), or a device
// (MakeDeviceBackend).
//
//   ASSIGN_OR_RETURN(LayerWeights w, LoadWeights(a, 3, tensors, source, backend->format()));
//   ASSIGN_OR_RETURN(std::unique_ptr<LayerPass> pass, backend->Enter(3, w, angles));
#ifndef WIDTHLAB_COMMON_MODEL_STREAM_BACKEND_H_
#define WIDTHLAB_COMMON_MODEL_STREAM_BACKEND_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"
#include "common/model/decoder.h"
#include "common/model/head_outputs.h"
#include "common/model/layer_pass.h"
#include "common/model/layer_weights.h"
#include "common/model/rotary_angles.h"
#include "common/tensor_io/tensor_source.h"

namespace widthlab::model {

// What every backend is told of its model. References outlive it.
struct StreamModel {
  const architecture::Architecture& architecture;
  const tensor_io::TensorSource& source;
  const std::string& prefix;  // of the source's names
  Precision precision = Precision::kFloat32;
  std::function<bool()> cancelled = {};  // asked between blocks; optional
};

class StreamBackend {
 public:
  virtual ~StreamBackend() = default;

  // How the weights of a layer are to be loaded, from any thread.
  virtual WeightFormat format() const = 0;

  // The layer of those weights, which outlive the pass, as `angles` do. One at a time.
  virtual absl::StatusOr<std::unique_ptr<LayerPass>> Enter(int64_t layer,
                                                           const LayerWeights& weights,
                                                           const RotaryAngles& angles) const = 0;

  // Final norm and head over states [rows, d]; targets [rows], below 0: loss 0. Errors: those of
  // LayerPass, and FAILED_PRECONDITION WEIGHTS_NOT_FINITE.
  virtual absl::Status Head(absl::Span<const float> states, absl::Span<const int64_t> targets,
                            const HeadOutputs& outputs) const = 0;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_STREAM_BACKEND_H_
