// Progress of a job that visits layers. A pass that begins at layer l runs the layers behind it, so
// early layers count for more.
//
//   LayerSteps steps(progress, layers, /*model_layers=*/30);
//   steps.Begin("layer 3");
//   steps.Finish(3);
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LAYER_STEPS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LAYER_STEPS_H_

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "common/job/progress_sink.h"

namespace widthlab::capture {

class LayerSteps {
 public:
  LayerSteps(job::ProgressSink& progress, absl::Span<const int64_t> layers, int64_t model_layers)
      : progress_(progress), model_layers_(model_layers) {
    for (const int64_t layer : layers) total_ += CostOf(layer);
  }

  void Begin(const std::string& stage) {
    progress_.Report({.stage = stage, .done = done_, .total = total_, .unit = "layer passes"});
  }
  void Finish(int64_t layer) { done_ += CostOf(layer); }

 private:
  // With the head, which is run for every layer.
  int64_t CostOf(int64_t layer) const { return model_layers_ - layer; }

  job::ProgressSink& progress_;
  const int64_t model_layers_;
  int64_t total_ = 0;
  int64_t done_ = 0;
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LAYER_STEPS_H_
