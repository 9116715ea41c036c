#include "services/host/area_runtime.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::host {
namespace {

absl::StatusOr<std::unique_ptr<job::SqliteJobStore>> OpenJobs(const std::string& folder,
                                                              const std::string& area) {
  const std::string jobs = absl::StrCat(folder, "/jobs");
  std::error_code error;
  std::filesystem::create_directories(jobs, error);
  if (error) {
    return MakeError(absl::StatusCode::kPermissionDenied,
                     {.reason = "UNWRITABLE_FOLDER", .field = "data"},
                     absl::StrCat("cannot make ", jobs, ": ", error.message()));
  }
  return job::SqliteJobStore::Open(absl::StrCat(jobs, "/", area, ".sqlite"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<AreaRuntime>> AreaRuntime::Open(const Area& area,
                                                               const AreaResources& resources) {
  std::unique_ptr<AreaRuntime> runtime(new AreaRuntime());
  ASSIGN_OR_RETURN(runtime->store_, OpenJobs(resources.folder, area.name));
  if (area.add_steps) {
    RETURN_IF_ERROR(area.add_steps(runtime->registry_, resources.settings));
  }
  job::JobExecutorOptions options{.area = area.name};
  options.max_running = area.running_jobs > 0 ? area.running_jobs : resources.pool.threads();
  runtime->executor_ = std::make_unique<job::JobExecutor>(*runtime->store_, std::move(options),
                                                          resources.host.metrics());
  runtime->steps_ = std::make_unique<job::StepJobs>(
      runtime->registry_, *runtime->executor_, resources.store, resources.launcher,
      job::StepJobsOptions{
          .scratch_folder = absl::StrCat(resources.folder, "/jobs/", area.name, "-scratch"),
          .max_memory_bytes = resources.max_memory_bytes});
  runtime->jobs_ = std::make_unique<rpc::LocalJobs>(*runtime->executor_);
  runtime->services_ = area.make_services({.store = resources.store,
                                           .pool = resources.pool,
                                           .executor = *runtime->executor_,
                                           .steps = *runtime->steps_,
                                           .host = resources.host,
                                           .import_roots = resources.import_roots,
                                           .max_memory_bytes = resources.max_memory_bytes});
  return runtime;
}

}  // namespace widthlab::host
