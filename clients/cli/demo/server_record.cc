#include "clients/cli/demo/server_record.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::cli {
namespace {

// A line for each server: area, port, process id, start time, log.
std::string PathIn(const std::string& folder) { return folder + "/demo.servers"; }

}  // namespace

ServerRecord ServerRecord::Read(const std::string& folder) {
  ServerRecord record;
  std::ifstream file(PathIn(folder));
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string area;
    RecordedServer server;
    words >> area >> server.port >> server.process.pid >> server.process.start_ticks >> std::ws;
    if (words && std::getline(words, server.process.log)) record.servers[area] = server;
  }
  return record;
}

absl::Status ServerRecord::Write(const std::string& folder) const {
  const std::string path = PathIn(folder);
  const std::string part = path + ".part";
  std::ofstream file(part, std::ios::trunc);
  for (const auto& [area, server] : servers) {
    file << area << ' ' << server.port << ' ' << server.process.pid << ' '
         << server.process.start_ticks << ' ' << server.process.log << '\n';
  }
  file.close();
  if (!file || std::rename(part.c_str(), path.c_str()) != 0) {
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.reason = "DATA_FOLDER_UNWRITABLE", .field = "data"},
                     absl::StrCat("data: ", folder, " cannot be written: ", std::strerror(errno)));
  }
  return absl::OkStatus();
}

}  // namespace widthlab::cli
