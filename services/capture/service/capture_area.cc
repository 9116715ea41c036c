#include "services/capture/service/capture_area.h"

#include <memory>

#include "common/model/inner_threads.h"
#include "services/capture/core/capture_step.h"
#include "services/capture/core/diagnostics/diagnose_step.h"
#include "services/capture/core/sensitivity/sensitivity_step.h"
#include "services/capture/service/capture_service.h"

namespace widthlab::capture {

host::Area CaptureArea() {
  host::Area area;
  area.name = "capture";
  area.program = "widthlab-capture";
  area.summary = "Reads token representations out of models.";
  area.port = 7071;
  area.metrics_port = 9465;
  area.add_steps = [](job::StepRegistry& registry) {
    registry.Add(CaptureStep());
    registry.Add(SensitivityStep());
    registry.Add(DiagnoseStep());
  };
  area.make_services = [](const host::AreaContext& context) {
    return std::make_unique<host::OneService<CaptureServiceImpl>>(
        v1::CaptureService::service_full_name(), context.steps, context.store, context.pool,
        context.import_roots, context.host);
  };
  area.on_worker_start = model::UseOneInnerThread;
  return area;
}

}  // namespace widthlab::capture
