#include "common/model/host_backend.h"

#include "common/model/head_forward.h"
#include "common/model/host_layer_pass.h"
#include "common/model/layer_forward.h"
#include "common/model/pool_tasks.h"
#include "common/model/weight_type.h"

namespace widthlab::model {
namespace {

class HostBackend final : public StreamBackend {
 public:
  HostBackend(const StreamModel& model, numeric::ThreadPool& pool)
      : model_(model), type_(WeightTypeFor(model.precision)), tasks_(pool, model.cancelled) {}

  WeightFormat format() const override { return {type_, WeightMemory::kMapped}; }

  absl::StatusOr<std::unique_ptr<LayerPass>> Enter(int64_t layer, const LayerWeights& weights,
                                                   const RotaryAngles& angles) const override {
    return std::make_unique<HostLayerPass>(
        model_.architecture, LayerForward(model_.architecture, weights, layer, angles, type_),
        tasks_);
  }

  absl::Status Head(absl::Span<const float> states, absl::Span<const int64_t> targets,
                    const HeadOutputs& outputs) const override {
    const HeadForward head(model_.architecture, model_.prefix, model_.source, type_, tasks_);
    return Guarded([&] { return head.Run(states, targets, outputs); });
  }

 private:
  const StreamModel model_;
  const WeightType type_;
  const PoolTasks tasks_;
};

}  // namespace

std::unique_ptr<StreamBackend> MakeHostBackend(const StreamModel& model,
                                               numeric::ThreadPool& pool) {
  return std::make_unique<HostBackend>(model, pool);
}

}  // namespace widthlab::model
