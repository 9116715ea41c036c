// Which servers of a data folder a demonstration started, kept in the folder so that a later one
// can find, use and stop them.
//
//   ServerRecord record = ServerRecord::Read(folder);
//   record.servers["capture"] = {.port = 40123, .process = started};
//   RETURN_IF_ERROR(record.Write(folder));
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_SERVER_RECORD_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_SERVER_RECORD_H_

#include <map>
#include <string>

#include "absl/status/status.h"
#include "clients/cli/demo/server_process.h"

namespace widthlab::cli {

struct RecordedServer {
  int port = 0;
  ServerProcess process = {};
};

struct ServerRecord {
  // By area; "widthlabd" is all of them in one process.
  std::map<std::string, RecordedServer> servers = {};

  // Empty where there is no record, or none that can be read.
  static ServerRecord Read(const std::string& folder);

  // Whole or not at all. FAILED_PRECONDITION DATA_FOLDER_UNWRITABLE on field "data".
  absl::Status Write(const std::string& folder) const;
};

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_SERVER_RECORD_H_
