// One area inside a process: its job store, executor, steps and services.
//
//   ASSIGN_OR_RETURN(auto geometry, AreaRuntime::Open(GeometryArea(), resources));
//   ... serve geometry->services() ...
//   RETURN_IF_ERROR(geometry->Start());      // jobs that a crash left behind go on
#ifndef WIDTHLAB_SERVICES_HOST_AREA_RUNTIME_H_
#define WIDTHLAB_SERVICES_HOST_AREA_RUNTIME_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "common/job/launcher.h"
#include "common/job/sqlite_job_store.h"
#include "common/rpc/local_jobs.h"
#include "services/host/area.h"

namespace widthlab::host {

// What an area is given by its process; all of it outlives the runtime.
struct AreaResources {
  // FOLDER/jobs/AREA.sqlite keeps the jobs.
  std::string folder = {};
  artifact::ArtifactStore& store;
  numeric::ThreadPool& pool;
  job::Launcher& launcher;
  rpc::Host& host;
  const ImportRoots& import_roots;
  StepSettings settings = {};
  // Of AreaContext.
  int64_t max_memory_bytes = int64_t{1} << 30;
};

class AreaRuntime {
 public:
  static absl::StatusOr<std::unique_ptr<AreaRuntime>> Open(const Area& area,
                                                           const AreaResources& resources);

  absl::Status Start() { return executor_->Start(); }

  // Interrupts the jobs, which go on at the next start. False where some took longer than `grace`.
  bool Stop(absl::Duration grace) { return executor_->Stop(grace); }

  // Without the job service, of which a process has one.
  std::vector<rpc::NamedService> services() { return services_->services(); }

  const std::string& area() const { return executor_->area(); }
  rpc::JobSource& jobs() { return *jobs_; }

 private:
  AreaRuntime() = default;

  // In order of making: each uses those before it.
  std::unique_ptr<job::SqliteJobStore> store_;
  job::StepRegistry registry_;
  std::unique_ptr<job::JobExecutor> executor_;
  std::unique_ptr<job::StepJobs> steps_;
  std::unique_ptr<rpc::LocalJobs> jobs_;
  std::unique_ptr<AreaServices> services_;
};

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_AREA_RUNTIME_H_
