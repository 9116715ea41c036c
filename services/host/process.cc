#include "services/host/process.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/job/child_process_launcher.h"
#include "common/job/in_process_launcher.h"
#include "common/log/log.h"
#include "common/rpc/termination.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::host {
namespace {

// How long running jobs may take to notice that the server stops; they look every half second.
constexpr absl::Duration kJobGrace = absl::Seconds(5);

std::function<void()> WorkerStart(const std::vector<Area>& areas) {
  std::vector<void (*)()> hooks;
  for (const Area& area : areas) {
    if (area.on_worker_start != nullptr) hooks.push_back(area.on_worker_start);
  }
  return [hooks] {
    for (void (*hook)() : hooks) hook();
  };
}

}  // namespace

absl::StatusOr<std::unique_ptr<Process>> Process::Open(const std::string& program,
                                                       const ServerFlags& flags,
                                                       const std::vector<Area>& areas) {
  RETURN_IF_ERROR(ApplyCommonFlags(flags));
  ASSIGN_OR_RETURN(artifact::DataFolder data, artifact::DataFolder::Open(flags.data));
  std::unique_ptr<Process> process(new Process(program, flags, std::move(data)));
  process->pool_ = std::make_unique<numeric::ThreadPool>(flags.threads, WorkerStart(areas));
  return process;
}

std::unique_ptr<job::Launcher> Process::NewLauncher(artifact::ArtifactStore& store) {
  if (flags_.launcher == "in-process") {
    return std::make_unique<job::InProcessLauncher>(store, *pool_);
  }
  const std::string folder = absl::StrCat(data_.path(), "/workers");
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  return std::make_unique<job::ChildProcessLauncher>(job::ChildProcessOptions{
      .arguments = {"--data", data_.path(), "--orchestrator", flags_.orchestrator, "--blobs",
                    flags_.blobs, "--threads", absl::StrCat(flags_.threads), "--device",
                    flags_.device, "--log", flags_.log},
      .folder = folder});
}

absl::Status Process::AddArea(const Area& area, artifact::ArtifactStore& store) {
  launchers_.push_back(NewLauncher(store));
  ASSIGN_OR_RETURN(std::unique_ptr<AreaRuntime> runtime,
                   AreaRuntime::Open(area, {.folder = data_.path(),
                                            .store = store,
                                            .pool = *pool_,
                                            .launcher = *launchers_.back(),
                                            .host = host_,
                                            .import_roots = import_roots_,
                                            .settings = {.device = flags_.device},
                                            .max_memory_bytes = flags_.max_memory}));
  for (const rpc::NamedService& service : runtime->services()) AddService(service);
  AddJobs(area.name, &runtime->jobs());
  areas_.push_back(std::move(runtime));
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> Process::ServeInside() {
  job_services_.push_back(std::make_unique<rpc::JobServiceImpl>(jobs_, host_));
  std::vector<rpc::NamedService> services = services_;
  services.push_back({job::v1::JobService::service_full_name(), job_services_.back().get()});
  ASSIGN_OR_RETURN(inside_, rpc::ServerRunner::Start({.listen = ""}, host_, services));
  return inside_->InProcessChannel();
}

void Process::Announce(const rpc::ServerRunner& server) const {
  const std::string metrics =
      server.metrics_port() == 0 ? "none" : absl::StrCat("port ", server.metrics_port());
  std::printf("%s listens on %s (metrics: %s, data: %s, threads: %d)\n", program_.c_str(),
              server.address().c_str(), metrics.c_str(), data_.path().c_str(), flags_.threads);
  std::fflush(stdout);
}

void Process::ReportBlobs() {
  blob_bytes_ = std::make_unique<FolderBytes>(
      flags_.blobs.empty() ? absl::StrCat(data_.path(), "/blobs") : flags_.blobs);
  host_.metrics().ReportStoreBytes([bytes = blob_bytes_.get()] { return bytes->Get(); });
}

absl::Status Process::StartAreas() {
  for (const auto& area : areas_) {
    const absl::Status status = area->Start();
    if (status.ok()) continue;
    // What the areas use is about to go away.
    if (!StopAreas()) std::_Exit(ExitCode(program_, status));
    return status;
  }
  return absl::OkStatus();
}

bool Process::StopAreas() {
  bool all = true;
  for (auto it = areas_.rbegin(); it != areas_.rend(); ++it) {
    if ((*it)->Stop(kJobGrace)) continue;
    log::Warning("jobs still running", {{"area", (*it)->area()}});
    all = false;
  }
  return all;
}

absl::Status Process::Serve() {
  job_services_.push_back(std::make_unique<rpc::JobServiceImpl>(jobs_, host_));
  AddService({job::v1::JobService::service_full_name(), job_services_.back().get()});
  rpc::ServeOptions options{.listen = flags_.listen};
  if (flags_.metrics_listen != "none") options.metrics_listen = flags_.metrics_listen;
  ASSIGN_OR_RETURN(const std::unique_ptr<rpc::ServerRunner> server,
                   rpc::ServerRunner::Start(options, host_, services_));
  const rpc::JobRouter jobs(jobs_);
  std::unique_ptr<SideServer> beside;
  if (start_beside_) {
    ASSIGN_OR_RETURN(beside, start_beside_(jobs));
  }
  RETURN_IF_ERROR(data_.WriteAddress(server->address()));
  RETURN_IF_ERROR(StartAreas());
  Announce(*server);
  if (beside != nullptr) {
    std::printf("%s\n", beside->announcement().c_str());
    std::fflush(stdout);
  }

  const int signal = rpc::WaitForTerminationSignal();
  log::Info("stopping", {{"signal", absl::StrCat(signal)}});
  const bool ended = StopAreas();
  if (beside != nullptr) beside->Drain();
  server->Drain();
  if (inside_ != nullptr) inside_->Drain();
  log::Info("stopped", {});
  // A job that does not look up must not keep the process: it goes on at the next start.
  if (!ended) std::_Exit(0);
  return absl::OkStatus();
}

int ExitCode(const std::string& program, const absl::Status& status) {
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s: %s\n", program.c_str(), std::string(status.message()).c_str());
  return status.code() == absl::StatusCode::kInvalidArgument ? 2 : 1;
}

}  // namespace widthlab::host
