// The flags that all servers of the suite share.
#ifndef WIDTHLAB_SERVICES_HOST_SERVER_FLAGS_H_
#define WIDTHLAB_SERVICES_HOST_SERVER_FLAGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "services/host/flag_set.h"

namespace widthlab::host {

struct ServerFlags {
  std::string data = "~/.local/share/widthlab";
  std::string listen = "127.0.0.1:7070";
  std::string metrics_listen = "127.0.0.1:9464";
  // Of the web page; "none" or empty for none. Where it was not asked for, the server does without
  // when the port is taken.
  std::string web_listen = "127.0.0.1:7080";
  bool web_was_asked_for = false;
  std::vector<std::string> import_roots = {};
  int threads = 1;
  // Bytes.
  int64_t max_memory = int64_t{1} << 30;
  // Folder of blobs that several servers share; empty for none.
  std::string blobs = {};
  // "in-process" or "child-process".
  std::string launcher = "in-process";
  // "cpu", "cuda" or "cuda:N"; of a server whose steps run on one.
  std::string device = "cpu";
  // "debug", "info", "warning", "error".
  std::string log = "info";
  // Where the others are; which of them a server takes depends on the server.
  std::string orchestrator = "127.0.0.1:7070";
  std::string capture = "127.0.0.1:7071";
  std::string geometry = "127.0.0.1:7072";
  std::string schedule = "127.0.0.1:7073";
  std::string training = "127.0.0.1:7074";
  // Of a worker.
  std::string spec = {};
};

// `flags` as they are before the command line is read: the defaults of `area` ("" for widthlabd) on
// these ports, import roots and threads of this machine.
ServerFlags DefaultFlags(const std::string& area, int port, int metrics_port);

// Those of every server.
void DefineCommonFlags(FlagSet& set, ServerFlags& flags);

// Where models are computed; whoever opens the device says what is wrong with it.
void DefineDeviceFlag(FlagSet& set, ServerFlags& flags);

// Address of the orchestrator, whose artifact service a server commits through.
void DefineOrchestratorFlag(FlagSet& set, ServerFlags& flags);

// Addresses of the four services that the orchestrator calls.
void DefineServiceFlags(FlagSet& set, ServerFlags& flags);

// Where the web page is, of the server that hosts the artifact service. After the parse
// `web_was_asked_for` is set from FlagSet::Given.
inline constexpr char kWebListen[] = "web-listen";
void DefineWebFlag(FlagSet& set, ServerFlags& flags);

// Applies --log and checks --launcher.
absl::Status ApplyCommonFlags(const ServerFlags& flags);

// Processors that this process may use.
int AvailableThreads();

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_SERVER_FLAGS_H_
