// A server process: its data folder, threads, areas and services, from the command line to the end.
//
//   ServerFlags flags = ...;
//   ASSIGN_OR_RETURN(auto process, Process::Open("widthlab-geometry", flags, {GeometryArea()}));
//   ASSIGN_OR_RETURN(auto store, ...);
//   RETURN_IF_ERROR(process->AddArea(GeometryArea(), *store));
//   return process->Serve();       // until SIGTERM or SIGINT
#ifndef WIDTHLAB_SERVICES_HOST_PROCESS_H_
#define WIDTHLAB_SERVICES_HOST_PROCESS_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/data_folder.h"
#include "common/job/launcher.h"
#include "common/numeric/thread_pool.h"
#include "common/rpc/host.h"
#include "common/rpc/job_router.h"
#include "common/rpc/job_service.h"
#include "common/rpc/server_runner.h"
#include "services/host/area.h"
#include "services/host/area_runtime.h"
#include "services/host/folder_bytes.h"
#include "services/host/import_roots.h"
#include "services/host/server_flags.h"

namespace widthlab::host {

// What is served beside gRPC: the web page.
class SideServer {
 public:
  virtual ~SideServer() = default;

  // A line for whoever started the process: "web page: http://127.0.0.1:7080/".
  virtual std::string announcement() const = 0;

  // Takes no more requests, and returns when those under way have ended.
  virtual void Drain() = 0;
};

// Gets the jobs of all areas, which outlive what it starts; null for nothing.
using StartSideServer =
    std::function<absl::StatusOr<std::unique_ptr<SideServer>>(const rpc::JobRouter& jobs)>;

class Process {
 public:
  // Locks the data folder and starts the computing threads. `areas` are those that will be added.
  // Errors of the data folder.
  static absl::StatusOr<std::unique_ptr<Process>> Open(const std::string& program,
                                                       const ServerFlags& flags,
                                                       const std::vector<Area>& areas);

  rpc::Host& host() { return host_; }
  numeric::ThreadPool& pool() { return *pool_; }
  const artifact::DataFolder& data() const { return data_; }

  // Opens an area over `store`, which must last until Serve has returned. Areas start in the order
  // in which they are added and stop in the reverse order.
  absl::Status AddArea(const Area& area, artifact::ArtifactStore& store);

  // Serves one more service, or shows the jobs of an area that another server has. Not owned.
  void AddService(const rpc::NamedService& service) { services_.push_back(service); }
  void AddJobs(const std::string& area, rpc::JobSource* jobs) { jobs_[area] = jobs; }

  // Started once gRPC serves, drained before it.
  void ServeBeside(StartSideServer start) { start_beside_ = std::move(start); }

  // Shows the size of the blobs in the metrics: of --blobs, else of FOLDER/blobs.
  void ReportBlobs();

  // A channel to what has been added so far, for areas of the same process that call each other.
  absl::StatusOr<std::shared_ptr<grpc::Channel>> ServeInside();

  // Serves everything until a termination signal, then interrupts the jobs and drains.
  absl::Status Serve();

 private:
  Process(std::string program, ServerFlags flags, artifact::DataFolder data)
      : program_(std::move(program)),
        flags_(std::move(flags)),
        data_(std::move(data)),
        import_roots_(flags_.import_roots) {}

  std::unique_ptr<job::Launcher> NewLauncher(artifact::ArtifactStore& store);
  void Announce(const rpc::ServerRunner& server) const;
  absl::Status StartAreas();
  // False where a job did not end in time.
  bool StopAreas();

  const std::string program_;
  const ServerFlags flags_;
  artifact::DataFolder data_;
  const ImportRoots import_roots_;
  rpc::Host host_;
  std::unique_ptr<FolderBytes> blob_bytes_;
  std::unique_ptr<numeric::ThreadPool> pool_;
  std::vector<std::unique_ptr<job::Launcher>> launchers_;
  std::vector<std::unique_ptr<AreaRuntime>> areas_;
  std::vector<rpc::NamedService> services_;
  std::map<std::string, rpc::JobSource*, std::less<>> jobs_;
  StartSideServer start_beside_;
  // One for the inside, one for the outside.
  std::vector<std::unique_ptr<rpc::JobServiceImpl>> job_services_;
  std::unique_ptr<rpc::ServerRunner> inside_;
};

// What main does with the outcome of a server: says an error on stderr, returns the exit code.
int ExitCode(const std::string& program, const absl::Status& status);

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_PROCESS_H_
