#include "services/capture/service/capture_area.h"

#include <memory>

#include "common/model/compute_device.h"
#include "common/model/inner_threads.h"
#include "common/status/macros.h"
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
  area.has_device = true;
  area.add_steps = [](job::StepRegistry& registry,
                      const host::StepSettings& settings) -> absl::Status {
    ASSIGN_OR_RETURN(const model::ComputeDevice device,
                     model::ComputeDevice::Open(settings.device));
    registry.Add(CaptureStep(device));
    registry.Add(SensitivityStep(device));
    registry.Add(DiagnoseStep(device));
    return absl::OkStatus();
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
