// What a verb needs besides its arguments: where to write, how, and the connections to the server.
//
//   ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
//   if (session.json()) session.PrintJson(job);
#ifndef WIDTHLAB_CLIENTS_CLI_SESSION_H_
#define WIDTHLAB_CLIENTS_CLI_SESSION_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/console.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/json.h"
#include "clients/cli/progress_view.h"
#include "clients/cpp/connection.h"
#include "google/protobuf/message.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::cli {

using Connector = std::function<absl::StatusOr<client::Connections>(const std::string& server)>;

class Session {
 public:
  // `server` is HOST:PORT. `connect` is replaced by tests.
  Session(const Console& console, bool json, std::string server, Connector connect = {});

  const Console& console() const { return console_; }
  std::ostream& out() const { return console_.out; }
  bool json() const { return json_; }
  const std::string& server() const { return server_; }

  absl::StatusOr<client::Connections> Connect() const { return ConnectTo(server_); }
  absl::StatusOr<client::Connections> ConnectTo(const std::string& server) const {
    return connect_(server);
  }

  void PrintJson(const google::protobuf::Message& message) const {
    PrintLine(console_.out, JsonOf(message));
  }

  // Where progress is shown: on standard output; with --json on standard error, and only if that is
  // a terminal.
  std::unique_ptr<ProgressView> NewView() const;

  // Says how a job ended that was waited for. With --json prints its result or its error.
  ExitCode ReportEnd(const job::v1::Job& job) const;

 private:
  const Console& console_;
  const bool json_;
  const std::string server_;
  const Connector connect_;
};

// --server, else WIDTHLAB_SERVER, else 127.0.0.1:7070.
std::string ServerAddress(const std::string& flag);

// Prints an error: one JSON object on standard output, or a sentence on standard error.
void PrintError(const Console& console, bool json, const absl::Status& error);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_SESSION_H_
