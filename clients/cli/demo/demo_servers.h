// The servers of a demonstration: a suite of the user's, those that still run on its data folder,
// or new ones.
//
//   ASSIGN_OR_RETURN(auto servers, DemoServers::FindOrStart({.folder = folder, .programs = bin}));
//   ... servers->address() ...
//   servers->Stop();
//
// Several demonstrations may share a folder at the same time: the last one to end stops the
// servers. A server that no demonstration started is used and left alone.
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_SERVERS_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_SERVERS_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/demo/folder_lock.h"
#include "clients/cli/demo/server_process.h"
#include "clients/cli/demo/server_record.h"

namespace widthlab::cli {

struct DemoServerOptions {
  // HOST:PORT of the user's own suite, which then replaces all below but the folder; else empty.
  std::string server = {};
  // Of the data; made where it is missing.
  std::string folder = {};
  // Where the servers' programs are.
  std::string programs = {};
  // Of each server; empty leaves it to the server.
  std::string threads = {};
  // Folders whose models the servers may read.
  std::vector<std::string> import_roots = {};
  // Five processes instead of one.
  bool processes = false;
};

class DemoServers {
 public:
  // Returns when the server answers. Errors say what a server that ended said last.
  static absl::StatusOr<std::unique_ptr<DemoServers>> FindOrStart(const DemoServerOptions& options);

  // HOST:PORT to ask.
  const std::string& address() const { return address_; }

  // Whether a server was running on the folder already.
  bool found() const { return found_; }

  // Whether Stop will stop nothing because the servers are the user's own.
  bool are_the_users() const { return record_.servers.empty(); }

  // UNAVAILABLE names a server that ended by itself and shows its last words.
  absl::Status CheckAlive() const;

  // Ends the servers unless another demonstration uses them or they are the user's own. Safe to
  // call from any thread, once.
  void Stop();

 private:
  DemoServers(DemoServerOptions options, FolderLock starting, FolderLock using_it)
      : options_(std::move(options)), starting_(std::move(starting)), using_(std::move(using_it)) {}

  // One server where five are wanted, or the other way round, left by a demonstration that is gone.
  void StopTheOtherKind();

  absl::Status FindOrStartOne();
  absl::Status FindOrStartFive();

  // Uses the ports of servers that still run, or takes new ones for all.
  absl::Status ChoosePorts();
  absl::Status StartOneOfFive(const std::string& area);
  absl::Status Spawn(const std::string& area, const std::string& program,
                     std::vector<std::string> flags);

  // Waits until the server of this folder answers; its address.
  absl::StatusOr<std::string> WaitForServer(const std::string& folder);

  const DemoServerOptions options_;
  // Held while servers are found, started or stopped; and shared as long as they are used.
  FolderLock starting_;
  FolderLock using_;
  std::string address_;
  bool found_ = false;
  ServerRecord record_;
  // Everything this demonstration depends on, by area.
  std::map<std::string, ServerProcess> watched_;
};

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_SERVERS_H_
