#include "services/host/worker_process.h"

#include <unistd.h>

#include <memory>

#include "absl/strings/str_cat.h"
#include "clients/cpp/connection.h"
#include "clients/cpp/remote_artifact_store.h"
#include "common/artifact/data_folder.h"
#include "common/job/worker.h"
#include "common/status/macros.h"
#include "services/host/process.h"
#include "services/host/server_flags.h"
#include "services/host/store_patience.h"

namespace widthlab::host {
namespace {

void DefineWorkerFlags(FlagSet& set, ServerFlags& flags) {
  set.Add("spec", "FILE", "What to do.", &flags.spec);
  set.Add("data", "DIR", "Data folder of the server that started this worker.", &flags.data);
  set.Add("orchestrator", "HOST:PORT",
          "Server that hosts the artifact service; empty for the one that holds --data.",
          &flags.orchestrator);
  set.Add("blobs", "DIR", "Folder of blobs that all see; empty for none.", &flags.blobs);
  set.AddInt("threads", "N", "Threads that compute.", 1, 1024, &flags.threads);
  DefineDeviceFlag(set, flags);
  set.Add("log", "SEVERITY", "Least severe lines written to stderr.", &flags.log);
}

absl::StatusOr<int> Work(const std::vector<Area>& areas, const ServerFlags& flags) {
  RETURN_IF_ERROR(ApplyCommonFlags(flags));
  std::string address = flags.orchestrator;
  if (address.empty()) {
    ASSIGN_OR_RETURN(const artifact::FolderHolder holder,
                     artifact::DataFolder::FindHolder(flags.data));
    address = holder.address;
  }
  ASSIGN_OR_RETURN(const client::Connections connections,
                   client::Connections::Open({.server = address}, StorePatience()));
  ASSIGN_OR_RETURN(const std::unique_ptr<client::RemoteArtifactStore> store,
                   client::RemoteArtifactStore::Open({
                       .connection = connections.orchestrator,
                       .cache_folder = absl::StrCat(flags.data, "/cache"),
                       .shared_blobs_folder = flags.blobs,
                   }));
  job::StepRegistry registry;
  for (const Area& area : areas) {
    if (area.add_steps) RETURN_IF_ERROR(area.add_steps(registry, {.device = flags.device}));
  }
  numeric::ThreadPool pool(flags.threads, [&areas] {
    for (const Area& area : areas) {
      if (area.on_worker_start != nullptr) area.on_worker_start();
    }
  });
  return job::RunWorker(registry, flags.spec, *store, pool, STDOUT_FILENO);
}

}  // namespace

bool IsWorker(const std::vector<std::string>& arguments) {
  return !arguments.empty() && arguments[0] == "worker";
}

int RunWorkerProcess(const std::vector<Area>& areas, const std::vector<std::string>& arguments) {
  job::DieWithParent();
  ServerFlags flags;
  FlagSet set;
  DefineWorkerFlags(set, flags);
  if (const absl::Status status = set.Parse({arguments.begin() + 1, arguments.end()});
      !status.ok()) {
    return ExitCode("worker", status);
  }
  const absl::StatusOr<int> code = Work(areas, flags);
  return code.ok() ? *code : ExitCode("worker", code.status());
}

}  // namespace widthlab::host
