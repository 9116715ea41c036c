// What a service brings with it, so that a process can be made of one area (widthlab-geometry) or
// of all (widthlabd) from the same parts.
//
//   const Area area = {
//       .name = "geometry",
//       .program = "widthlab-geometry",
//       .summary = "Measures the geometric work of every FFN.",
//       .port = 7072,
//       .metrics_port = 9466,
//       .add_steps = AddGeometrySteps,
//       .make_services = [](const AreaContext& context) {
//         return std::make_unique<GeometryServices>(context);
//       },
//   };
#ifndef WIDTHLAB_SERVICES_HOST_AREA_H_
#define WIDTHLAB_SERVICES_HOST_AREA_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "common/artifact/artifact_store.h"
#include "common/job/job_executor.h"
#include "common/job/step_jobs.h"
#include "common/job/step_registry.h"
#include "common/numeric/thread_pool.h"
#include "common/rpc/host.h"
#include "common/rpc/server_runner.h"
#include "services/host/import_roots.h"

namespace widthlab::host {

// What the services of an area may use. All of it outlives them.
struct AreaContext {
  artifact::ArtifactStore& store;
  numeric::ThreadPool& pool;
  job::JobExecutor& executor;
  job::StepJobs& steps;
  rpc::Host& host;
  const ImportRoots& import_roots;
  // Most that one job may take, by estimate. All calls together that are answered at once take at
  // most half of it.
  int64_t max_memory_bytes;
};

// Owns the gRPC services of an area.
class AreaServices {
 public:
  virtual ~AreaServices() = default;
  virtual std::vector<rpc::NamedService> services() = 0;
};

// An area whose only service is an `Implementation` named `service`.
template <typename Implementation>
class OneService final : public AreaServices {
 public:
  template <typename... Arguments>
  explicit OneService(std::string service, Arguments&&... arguments)
      : service_(std::move(service)), implementation_(std::forward<Arguments>(arguments)...) {}

  std::vector<rpc::NamedService> services() override { return {{service_, &implementation_}}; }

 private:
  const std::string service_;
  Implementation implementation_;
};

// What the command line says to the steps of an area.
struct StepSettings {
  // --device: "cpu", "cuda" or "cuda:N".
  std::string device = "cpu";
};

struct Area {
  // First part of its jobs' names.
  std::string name = {};
  // Name of the binary that has this area alone, and what its --help says first.
  std::string program = {};
  std::string summary = {};
  int port = 0;
  int metrics_port = 0;
  // How many jobs run at a time; 0 means as many as there are computing threads.
  int running_jobs = 0;
  // Whether steps run on what --device names; only then the programs have that flag.
  bool has_device = false;
  // Optional. INVALID_ARGUMENT naming the flag whose value cannot be had on this machine.
  std::function<absl::Status(job::StepRegistry& registry, const StepSettings& settings)> add_steps =
      {};
  // Called before the executor starts, so that it can register jobs of its own.
  std::function<std::unique_ptr<AreaServices>(const AreaContext& context)> make_services = {};
  // Runs once on every computing thread. Optional.
  void (*on_worker_start)() = nullptr;
};

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_AREA_H_
