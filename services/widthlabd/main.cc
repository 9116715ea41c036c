// Every service in one process, over a store of its own: the default way to run widthlab.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cpp/connection.h"
#include "common/artifact/local_artifact_store.h"
#include "common/rpc/termination.h"
#include "common/status/macros.h"
#include "services/capture/service/capture_area.h"
#include "services/geometry/service/geometry_area.h"
#include "services/host/help.h"
#include "services/host/process.h"
#include "services/host/worker_process.h"
#include "services/orchestrator/service/artifact_service.h"
#include "services/orchestrator/service/orchestrator_area.h"
#include "services/orchestrator/web/web_page.h"
#include "services/schedule/service/schedule_area.h"
#include "services/training/service/training_area.h"

namespace widthlab {
namespace {

constexpr char kProgram[] = "widthlabd";
constexpr char kSummary[] =
    "every service of widthlab in one process: training, capture, geometry, schedules, pipelines "
    "and "
    "artifacts.";
constexpr int kPort = 7070;
constexpr int kMetricsPort = 9464;

std::vector<host::Area> Areas() {
  return {training::TrainingArea(), capture::CaptureArea(), geometry::GeometryArea(),
          schedule::ScheduleArea()};
}

// The orchestrator calls the others as it would over the network, inside the process.
client::Connections AllThrough(const std::shared_ptr<grpc::Channel>& channel) {
  const client::Connection inside{.address = "this process", .channel = channel};
  return {.orchestrator = inside,
          .capture = inside,
          .geometry = inside,
          .schedule = inside,
          .training = inside};
}

absl::Status Serve(const host::ServerFlags& flags) {
  const std::vector<host::Area> areas = Areas();
  ASSIGN_OR_RETURN(const std::unique_ptr<host::Process> process,
                   host::Process::Open(kProgram, flags, areas));
  const std::string& folder = process->data().path();
  ASSIGN_OR_RETURN(
      const std::unique_ptr<artifact::LocalArtifactStore> store,
      artifact::LocalArtifactStore::Open({.folder = folder, .blobs_folder = flags.blobs}));
  ASSIGN_OR_RETURN(const std::unique_ptr<orchestrator::ArtifactServiceImpl> artifacts,
                   orchestrator::ArtifactServiceImpl::Open(*store, absl::StrCat(folder, "/uploads"),
                                                           process->host()));
  process->AddService({artifact::v1::ArtifactService::service_full_name(), artifacts.get()});
  process->ReportBlobs();
  for (const host::Area& area : areas) RETURN_IF_ERROR(process->AddArea(area, *store));
  ASSIGN_OR_RETURN(const std::shared_ptr<grpc::Channel> inside, process->ServeInside());
  RETURN_IF_ERROR(process->AddArea(orchestrator::OrchestratorArea(AllThrough(inside)), *store));
  process->ServeBeside(web::WebPage(flags, *store));
  return process->Serve();
}

int Main(const std::vector<std::string>& arguments) {
  if (host::IsWorker(arguments)) return host::RunWorkerProcess(Areas(), arguments);
  if (host::PrintedVersion(kProgram, arguments)) return 0;
  rpc::BlockTerminationSignals();
  host::ServerFlags flags = host::DefaultFlags("", kPort, kMetricsPort);
  // A worker asks the server that holds the data folder, which is this one.
  flags.orchestrator.clear();
  host::FlagSet set;
  host::DefineCommonFlags(set, flags);
  host::DefineDeviceFlag(set, flags);
  host::DefineWebFlag(set, flags);
  if (host::WantsHelp(arguments)) {
    std::fputs(host::HelpText(kProgram, kSummary, flags.listen, set).c_str(), stdout);
    return 0;
  }
  if (const absl::Status status = set.Parse(arguments); !status.ok()) {
    return host::ExitCode(kProgram, status);
  }
  flags.web_was_asked_for = set.Given(host::kWebListen);
  return host::ExitCode(kProgram, Serve(flags));
}

}  // namespace
}  // namespace widthlab

int main(int argc, char** argv) { return widthlab::Main({argv + 1, argv + argc}); }
