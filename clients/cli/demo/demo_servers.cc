#include "clients/cli/demo/demo_servers.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "clients/cli/demo/free_port.h"
#include "clients/cpp/connection.h"
#include "clients/cpp/job_client.h"
#include "common/artifact/data_folder.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using artifact::DataFolder;
using artifact::FolderHolder;

constexpr absl::Duration kPatience = absl::Seconds(60);
constexpr absl::Duration kPortPatience = absl::Seconds(3);
constexpr char kAllInOne[] = "widthlabd";

const std::vector<std::string>& Areas() {
  static const auto* const kAreas =
      new std::vector<std::string>{"orchestrator", "capture", "geometry", "schedule", "training"};
  return *kAreas;
}

std::string LocalAddress(int port) { return absl::StrCat("127.0.0.1:", port); }

// Whether a server answers, and not only that something listens.
bool Answers(const std::string& address) {
  client::RetryPolicy once;
  once.max_attempts = 1;
  const absl::StatusOr<client::Connections> to =
      client::Connections::Open({.server = address}, once);
  if (!to.ok()) return false;
  job::v1::ListJobsRequest request;
  request.set_page_size(1);
  return client::JobClient(to->orchestrator).List(request).ok();
}

absl::Status MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return absl::OkStatus();
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.reason = "DATA_FOLDER_UNWRITABLE", .field = "data"},
                   absl::StrCat("data: ", folder, " cannot be made: ", error.message()));
}

}  // namespace

absl::StatusOr<std::unique_ptr<DemoServers>> DemoServers::FindOrStart(
    const DemoServerOptions& options) {
  RETURN_IF_ERROR(MakeFolder(options.folder));
  ASSIGN_OR_RETURN(FolderLock starting, FolderLock::Open(options.folder + "/demo.starting"));
  ASSIGN_OR_RETURN(FolderLock using_it, FolderLock::Open(options.folder + "/demo.using"));
  std::unique_ptr<DemoServers> servers(
      new DemoServers(options, std::move(starting), std::move(using_it)));
  servers->address_ = options.server;
  if (!options.server.empty()) return servers;
  servers->starting_.Exclusive();
  servers->record_ = ServerRecord::Read(options.folder);
  if (servers->using_.TryExclusive()) servers->StopTheOtherKind();
  servers->using_.Shared();
  const absl::Status status =
      options.processes ? servers->FindOrStartFive() : servers->FindOrStartOne();
  servers->starting_.Unlock();
  if (status.ok()) return servers;
  servers->Stop();
  return status;
}

void DemoServers::StopTheOtherKind() {
  std::vector<ServerProcess> left_over;
  for (const auto& [area, server] : record_.servers) {
    if ((area == kAllInOne) == options_.processes) left_over.push_back(server.process);
  }
  StopServers(left_over);
}

absl::Status DemoServers::FindOrStartOne() {
  const std::string& folder = options_.folder;
  const absl::Time deadline = absl::Now() + kPatience;
  FolderHolder holder;
  // A server that is just going away still holds the folder for a moment.
  while (absl::Now() < deadline) {
    ASSIGN_OR_RETURN(holder, DataFolder::FindHolder(folder));
    if (!holder.held) break;
    if (!holder.address.empty() && Answers(holder.address)) {
      found_ = true;
      address_ = holder.address;
      break;
    }
    absl::SleepFor(absl::Milliseconds(100));
  }
  const auto known = record_.servers.find(kAllInOne);
  const pid_t pid = static_cast<pid_t>(holder.process);
  if (found_ && known != record_.servers.end() && known->second.process.pid == pid) {
    watched_[kAllInOne] = known->second.process;
    return absl::OkStatus();
  }
  record_.servers.clear();
  if (found_) {
    watched_[kAllInOne] = {pid, StartTicks(pid), ""};
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(
      Spawn(kAllInOne, "widthlabd",
            {"--data", folder, "--listen", LocalAddress(0), "--metrics-listen", LocalAddress(0)}));
  ASSIGN_OR_RETURN(address_, WaitForServer(folder));
  return absl::OkStatus();
}

absl::Status DemoServers::FindOrStartFive() {
  RETURN_IF_ERROR(ChoosePorts());
  for (const std::string& area : Areas()) {
    const ServerProcess& process = record_.servers[area].process;
    if (IsAlive(process)) {
      watched_[area] = process;
      found_ = true;
    } else {
      RETURN_IF_ERROR(StartOneOfFive(area));
    }
  }
  for (const std::string& area : Areas()) {
    ASSIGN_OR_RETURN(const std::string address,
                     WaitForServer(absl::StrCat(options_.folder, "/", area)));
    if (area == "orchestrator") address_ = address;
  }
  return absl::OkStatus();
}

absl::Status DemoServers::ChoosePorts() {
  record_.servers.erase(kAllInOne);
  bool keep = false;
  bool possible = true;
  for (const std::string& area : Areas()) {
    const RecordedServer& server = record_.servers[area];
    const bool alive = IsAlive(server.process);
    keep = keep || alive;
    possible = possible && server.port > 0 && (alive || BecomesFree(server.port, kPortPatience));
  }
  if (keep && possible) return absl::OkStatus();
  std::vector<ServerProcess> old;
  for (const auto& [area, server] : record_.servers) old.push_back(server.process);
  StopServers(old);
  ASSIGN_OR_RETURN(const std::vector<int> ports, FreePorts(static_cast<int>(Areas().size())));
  for (size_t i = 0; i < Areas().size(); ++i) record_.servers[Areas()[i]] = {ports[i], {}};
  return absl::OkStatus();
}

absl::Status DemoServers::StartOneOfFive(const std::string& area) {
  std::vector<std::string> flags = {"--data",           absl::StrCat(options_.folder, "/", area),
                                    "--listen",         LocalAddress(record_.servers[area].port),
                                    "--metrics-listen", LocalAddress(0)};
  for (const std::string& other : Areas()) {
    const bool needed = (area == "orchestrator") != (other == "orchestrator");
    if (!needed) continue;
    flags.insert(flags.end(), {"--" + other, LocalAddress(record_.servers[other].port)});
  }
  return Spawn(area, "widthlab-" + area, std::move(flags));
}

absl::Status DemoServers::Spawn(const std::string& area, const std::string& program,
                                std::vector<std::string> flags) {
  if (!options_.threads.empty()) flags.insert(flags.end(), {"--threads", options_.threads});
  for (const std::string& root : options_.import_roots) {
    flags.insert(flags.end(), {"--import-root", root});
  }
  ASSIGN_OR_RETURN(const ServerProcess process,
                   StartServer(absl::StrCat(options_.programs, "/", program), flags,
                               absl::StrCat(options_.folder, "/", program, ".log")));
  record_.servers[area].process = process;
  watched_[area] = process;
  return record_.Write(options_.folder);
}

absl::StatusOr<std::string> DemoServers::WaitForServer(const std::string& folder) {
  const absl::Time deadline = absl::Now() + kPatience;
  while (absl::Now() < deadline) {
    ASSIGN_OR_RETURN(const FolderHolder holder, DataFolder::FindHolder(folder));
    if (holder.held && !holder.address.empty() && Answers(holder.address)) return holder.address;
    RETURN_IF_ERROR(CheckAlive());
    absl::SleepFor(absl::Milliseconds(50));
  }
  return absl::DeadlineExceededError(absl::StrCat("the server of ", folder, " does not answer"));
}

absl::Status DemoServers::CheckAlive() const {
  for (const auto& [area, process] : watched_) {
    if (IsAlive(process)) continue;
    const std::string words = process.log.empty() ? "" : LastLines(process.log, 5);
    return MakeError(absl::StatusCode::kUnavailable, {.reason = "SERVER_ENDED", .field = "server"},
                     absl::StrCat("the server ", area,
                                  " ended; start the demonstration again and "
                                  "it goes on",
                                  words.empty() ? "" : "; it last said:\n", words));
  }
  return absl::OkStatus();
}

void DemoServers::Stop() {
  starting_.Exclusive();
  if (using_.TryExclusive()) {
    std::vector<ServerProcess> ours;
    for (const auto& [area, server] : record_.servers) ours.push_back(server.process);
    StopServers(ours);
  }
  using_.Unlock();
  starting_.Unlock();
}

}  // namespace widthlab::cli
