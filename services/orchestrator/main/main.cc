// The orchestrator alone: the artifact service, pipelines over four services elsewhere, and the
// jobs of every area.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cpp/connection.h"
#include "common/artifact/local_artifact_store.h"
#include "common/rpc/remote_jobs.h"
#include "common/rpc/termination.h"
#include "common/status/macros.h"
#include "services/host/help.h"
#include "services/host/process.h"
#include "services/orchestrator/service/artifact_service.h"
#include "services/orchestrator/service/orchestrator_area.h"
#include "services/orchestrator/web/web_page.h"

namespace widthlab::orchestrator {
namespace {

absl::Status Serve(const host::ServerFlags& flags) {
  ASSIGN_OR_RETURN(const client::Connections connections,
                   client::Connections::Open({.capture = flags.capture,
                                              .geometry = flags.geometry,
                                              .schedule = flags.schedule,
                                              .training = flags.training}));
  const host::Area area = OrchestratorArea(connections);
  ASSIGN_OR_RETURN(const std::unique_ptr<host::Process> process,
                   host::Process::Open(area.program, flags, {area}));
  const std::string& folder = process->data().path();
  ASSIGN_OR_RETURN(
      const std::unique_ptr<artifact::LocalArtifactStore> store,
      artifact::LocalArtifactStore::Open({.folder = folder, .blobs_folder = flags.blobs}));
  ASSIGN_OR_RETURN(
      const std::unique_ptr<ArtifactServiceImpl> artifacts,
      ArtifactServiceImpl::Open(*store, absl::StrCat(folder, "/uploads"), process->host()));
  process->AddService({artifact::v1::ArtifactService::service_full_name(), artifacts.get()});
  process->ReportBlobs();
  RETURN_IF_ERROR(process->AddArea(area, *store));

  rpc::RemoteJobs capture(connections.capture.channel);
  rpc::RemoteJobs geometry(connections.geometry.channel);
  rpc::RemoteJobs schedule(connections.schedule.channel);
  rpc::RemoteJobs training(connections.training.channel);
  process->AddJobs("capture", &capture);
  process->AddJobs("geometry", &geometry);
  process->AddJobs("schedule", &schedule);
  process->AddJobs("training", &training);
  process->ServeBeside(web::WebPage(flags, *store));
  return process->Serve();
}

int Main(const std::vector<std::string>& arguments) {
  const host::Area area = OrchestratorArea({});
  if (host::PrintedVersion(area.program, arguments)) return 0;
  rpc::BlockTerminationSignals();
  host::ServerFlags flags = host::DefaultFlags("orchestrator", area.port, area.metrics_port);
  host::FlagSet set;
  host::DefineCommonFlags(set, flags);
  host::DefineWebFlag(set, flags);
  host::DefineServiceFlags(set, flags);
  if (host::WantsHelp(arguments)) {
    std::fputs(host::HelpText(area.program, area.summary, flags.listen, set).c_str(), stdout);
    return 0;
  }
  if (const absl::Status status = set.Parse(arguments); !status.ok()) {
    return host::ExitCode(area.program, status);
  }
  flags.web_was_asked_for = set.Given(host::kWebListen);
  return host::ExitCode(area.program, Serve(flags));
}

}  // namespace
}  // namespace widthlab::orchestrator

int main(int argc, char** argv) { return widthlab::orchestrator::Main({argv + 1, argv + argc}); }
