#include "services/host/server_flags.h"

#include <sched.h>

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "common/log/log.h"
#include "common/status/error.h"
#include "services/host/import_roots.h"
#include "services/host/machine_memory.h"

namespace widthlab::host {

int AvailableThreads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

ServerFlags DefaultFlags(const std::string& area, int port, int metrics_port) {
  ServerFlags flags;
  if (!area.empty()) absl::StrAppend(&flags.data, "/", area);
  flags.listen = absl::StrCat("127.0.0.1:", port);
  flags.metrics_listen = absl::StrCat("127.0.0.1:", metrics_port);
  flags.import_roots = ImportRoots::Defaults();
  flags.threads = AvailableThreads();
  flags.max_memory = MachineMemoryBytes() / 4 * 3;
  return flags;
}

void DefineCommonFlags(FlagSet& set, ServerFlags& flags) {
  set.Add("data", "DIR", "Folder for everything this server keeps. One server at a time holds it.",
          &flags.data);
  set.Add("listen", "HOST:PORT", "Where to serve gRPC; port 0 takes a free one.", &flags.listen);
  set.Add("metrics-listen", "HOST:PORT",
          "Where to serve metrics over HTTP, at /metrics; \"none\" for nowhere.",
          &flags.metrics_listen);
  set.AddList("import-root", "DIR...",
              "Folders below which paths that clients name may be read; anything else is refused.",
              &flags.import_roots);
  set.AddInt("threads", "N", "Threads that compute. Results do not depend on it.", 1, 1024,
             &flags.threads);
  set.AddBytes(
      "max-memory", "BYTES",
      "Most memory that one job may take; all calls together that are answered at once "
      "take at most half of it. What would pass it is refused before it starts. With K, M, "
      "G or T for powers of 1024.",
      &flags.max_memory);
  set.Add("blobs", "DIR",
          "Folder of blobs that all servers see, for instance on a shared file system. Without it "
          "they travel through the artifact service.",
          &flags.blobs);
  set.Add(
      "launcher", "in-process|child-process",
      "Where steps run: in this process, or each in a process of its own, so that a crash takes "
      "no server with it.",
      &flags.launcher);
  set.Add("log", "debug|info|warning|error", "Least severe lines written to stderr.", &flags.log);
}

void DefineDeviceFlag(FlagSet& set, ServerFlags& flags) {
  set.Add(
      "device", "cpu|cuda|cuda:N",
      "Where captures, sensitivities and diagnoses run a model's layers: this processor, or the "
      "first or another GPU, for which LibTorch needs its CUDA libraries. The sums of a GPU "
      "differ from a processor's in the last bits, so results of each are kept apart.",
      &flags.device);
}

void DefineOrchestratorFlag(FlagSet& set, ServerFlags& flags) {
  set.Add("orchestrator", "HOST:PORT", "Server that hosts the artifact service.",
          &flags.orchestrator);
}

void DefineServiceFlags(FlagSet& set, ServerFlags& flags) {
  set.Add("capture", "HOST:PORT", "The capture service.", &flags.capture);
  set.Add("geometry", "HOST:PORT", "The geometry service.", &flags.geometry);
  set.Add("schedule", "HOST:PORT", "The schedule service.", &flags.schedule);
  set.Add("training", "HOST:PORT", "The training service.", &flags.training);
}

void DefineWebFlag(FlagSet& set, ServerFlags& flags) {
  set.Add(
      kWebListen, "HOST:PORT",
      "Where to serve a web page of runs, jobs, schedules and artifacts; \"none\" for nowhere. "
      "It shows and never changes anything, and has no password: anyone who reaches the address "
      "can read all of it. Where the flag is left out and the port is taken, the server goes on "
      "without a page.",
      &flags.web_listen);
}

absl::Status ApplyCommonFlags(const ServerFlags& flags) {
  static const auto* severities = new std::map<std::string, log::Severity>{
      {"debug", log::Severity::kDebug},
      {"info", log::Severity::kInfo},
      {"warning", log::Severity::kWarning},
      {"error", log::Severity::kError},
  };
  const auto severity = severities->find(flags.log);
  if (severity == severities->end()) {
    return InvalidField("--log", flags.log, "debug, info, warning or error");
  }
  log::SetMinimumSeverity(severity->second);
  if (flags.launcher != "in-process" && flags.launcher != "child-process") {
    return InvalidField("--launcher", flags.launcher, "in-process or child-process");
  }
  return absl::OkStatus();
}

}  // namespace widthlab::host
