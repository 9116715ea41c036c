#include "services/training/service/training_area.h"

#include <memory>

#include "common/model/inner_threads.h"
#include "services/training/core/train_step.h"
#include "services/training/service/training_service.h"

namespace widthlab::training {

host::Area TrainingArea() {
  host::Area area;
  area.name = "training";
  area.program = "widthlab-training";
  area.summary = "Trains decoders whose layers have widths of their own.";
  area.port = 7074;
  area.metrics_port = 9468;
  area.add_steps = [](job::StepRegistry& registry, const host::StepSettings&) {
    registry.Add(TrainStep());
    return absl::OkStatus();
  };
  area.make_services = [](const host::AreaContext& context) {
    return std::make_unique<host::OneService<TrainingServiceImpl>>(
        v1::TrainingService::service_full_name(), context.executor, context.steps, context.store,
        context.host);
  };
  area.on_worker_start = model::UseOneInnerThread;
  return area;
}

}  // namespace widthlab::training
