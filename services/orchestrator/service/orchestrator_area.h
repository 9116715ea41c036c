// The orchestrator as a part of a process: pipelines as jobs of the area "pipeline".
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ORCHESTRATOR_AREA_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ORCHESTRATOR_AREA_H_

#include "clients/cpp/connection.h"
#include "services/host/area.h"

namespace widthlab::orchestrator {

// `connections` lead to the four services that run the steps.
host::Area OrchestratorArea(const client::Connections& connections);

}  // namespace widthlab::orchestrator

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_SERVICE_ORCHESTRATOR_AREA_H_
