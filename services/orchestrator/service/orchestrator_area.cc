#include "services/orchestrator/service/orchestrator_area.h"

#include <memory>
#include <vector>

#include "clients/cpp/stages/model_lookup.h"
#include "services/orchestrator/service/pipeline_service.h"
#include "services/orchestrator/service/pipeline_stages.h"

namespace widthlab::orchestrator {
namespace {

// Runs mostly wait for the jobs of their steps.
constexpr int kRunsAtATime = 16;

class OrchestratorServices final : public host::AreaServices {
 public:
  OrchestratorServices(const client::Connections& connections, const host::AreaContext& context)
      : stages_(connections, context.store, context.pool),
        pipelines_(context.executor, stages_.map(), context.store,
                   client::LookUpModels(connections.capture), context.host) {
    pipeline::RegisterPipelineJobs(context.executor, stages_.map(), context.store);
  }

  std::vector<rpc::NamedService> services() override {
    return {{pipeline::v1::PipelineService::service_full_name(), &pipelines_}};
  }

 private:
  pipeline::PipelineStages stages_;
  pipeline::PipelineServiceImpl pipelines_;
};

}  // namespace

host::Area OrchestratorArea(const client::Connections& connections) {
  return {
      .name = "pipeline",
      .program = "widthlab-orchestrator",
      .summary =
          "chains the other services into pipelines that survive a crash, compares the arms, "
          "writes the report, and hosts the artifact service through which every server "
          "commits.",
      .port = 7070,
      .metrics_port = 9464,
      .running_jobs = kRunsAtATime,
      .make_services =
          [connections](const host::AreaContext& context) {
            return std::make_unique<OrchestratorServices>(connections, context);
          },
  };
}

}  // namespace widthlab::orchestrator
