#include "services/host/area_server.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cpp/connection.h"
#include "clients/cpp/remote_artifact_store.h"
#include "common/rpc/termination.h"
#include "common/status/macros.h"
#include "services/host/help.h"
#include "services/host/process.h"
#include "services/host/server_flags.h"
#include "services/host/store_patience.h"
#include "services/host/worker_process.h"

namespace widthlab::host {
namespace {

// Inputs of the last steps stay at hand; what is older is fetched again.
constexpr int64_t kCacheLimitBytes = int64_t{20} << 30;

absl::Status Serve(const Area& area, const ServerFlags& flags) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Process> process,
                   Process::Open(area.program, flags, {area}));
  ASSIGN_OR_RETURN(const client::Connections connections,
                   client::Connections::Open({.server = flags.orchestrator}, StorePatience()));
  ASSIGN_OR_RETURN(const std::unique_ptr<client::RemoteArtifactStore> store,
                   client::RemoteArtifactStore::Open({
                       .connection = connections.orchestrator,
                       .cache_folder = absl::StrCat(process->data().path(), "/cache"),
                       .cache_limit_bytes = kCacheLimitBytes,
                       .shared_blobs_folder = flags.blobs,
                   }));
  RETURN_IF_ERROR(process->AddArea(area, *store));
  return process->Serve();
}

}  // namespace

int RunAreaServer(const Area& area, int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (IsWorker(arguments)) return RunWorkerProcess({area}, arguments);
  if (PrintedVersion(area.program, arguments)) return 0;
  rpc::BlockTerminationSignals();
  ServerFlags flags = DefaultFlags(area.name, area.port, area.metrics_port);
  FlagSet set;
  DefineCommonFlags(set, flags);
  if (area.has_device) DefineDeviceFlag(set, flags);
  DefineOrchestratorFlag(set, flags);
  if (WantsHelp(arguments)) {
    std::fputs(HelpText(area.program, area.summary, flags.listen, set).c_str(), stdout);
    return 0;
  }
  if (const absl::Status status = set.Parse(arguments); !status.ok()) {
    return ExitCode(area.program, status);
  }
  return ExitCode(area.program, Serve(area, flags));
}

}  // namespace widthlab::host
