#include "clients/cli/session.h"

#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "clients/cpp/watch.h"
#include "common/spec/known_types.h"

namespace widthlab::cli {
namespace {

absl::StatusOr<client::Connections> OpenConnections(const std::string& server) {
  return client::Connections::Open({.server = server});
}

}  // namespace

Session::Session(const Console& console, bool json, std::string server, Connector connect)
    : console_(console),
      json_(json),
      server_(std::move(server)),
      connect_(connect ? std::move(connect) : Connector(OpenConnections)) {}

std::unique_ptr<ProgressView> Session::NewView() const {
  if (!json_) return NewProgressView(console_, console_.out, console_.out_is_terminal);
  if (console_.err_is_terminal) return NewProgressView(console_, console_.err, true);
  return NewSilentView();
}

ExitCode Session::ReportEnd(const job::v1::Job& job) const {
  const absl::Status error = client::ErrorOf(job);
  if (!error.ok()) {
    PrintError(console_, json_, error);
    return job.state() == job::v1::JOB_STATE_CANCELLED ? kCancelled : kFailure;
  }
  if (json_) {
    const std::unique_ptr<google::protobuf::Message> result = spec::Unpack(job.result());
    PrintJson(result == nullptr ? static_cast<const google::protobuf::Message&>(job) : *result);
  }
  return kSuccess;
}

std::string ServerAddress(const std::string& flag) {
  if (!flag.empty()) return flag;
  const char* const environment = std::getenv("WIDTHLAB_SERVER");
  return environment != nullptr && *environment != '\0' ? environment : "127.0.0.1:7070";
}

void PrintError(const Console& console, bool json, const absl::Status& error) {
  if (json) {
    PrintLine(console.out, JsonOf(error));
    return;
  }
  console.err << console.ErrRed("error:") << " " << error.message() << std::endl;
}

}  // namespace widthlab::cli
