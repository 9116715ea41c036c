#include "services/geometry/service/geometry_area.h"

#include <memory>

#include "services/geometry/core/measure/measure_work.h"
#include "services/geometry/service/geometry_service.h"

namespace widthlab::geometry {
namespace {

absl::Status AddSteps(job::StepRegistry& registry, const host::StepSettings&) {
  registry.Add(MeasureWorkStep());
  return absl::OkStatus();
}

std::unique_ptr<host::AreaServices> MakeServices(const host::AreaContext& context) {
  return std::make_unique<host::OneService<GeometryServiceImpl>>(
      v1::GeometryService::service_full_name(), context.steps, context.pool,
      CloudLimits{.memory_bytes = context.max_memory_bytes / 2}, context.host);
}

}  // namespace

host::Area GeometryArea() {
  return {.name = "geometry",
          .program = "widthlab-geometry",
          .summary =
              "Measures what every FFN does to its cloud of token representations: shift, metric "
              "distortion, topological change and intrinsic dimension.",
          .port = 7072,
          .metrics_port = 9466,
          .add_steps = AddSteps,
          .make_services = MakeServices};
}

}  // namespace widthlab::geometry
