#include "services/capture/core/saved_states.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::capture {
namespace {

namespace fs = std::filesystem;

std::string PathOf(const std::string& folder, int64_t finished) {
  return absl::StrCat(folder, "/states.", finished);
}

}  // namespace

absl::Status SaveStates(const std::string& folder, int64_t finished,
                        absl::Span<const float> states) {
  if (folder.empty()) return absl::OkStatus();
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string aside = absl::StrCat(folder, "/states.new");
  std::ofstream out(aside, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(states.data()),
            static_cast<std::streamsize>(states.size() * sizeof(float)));
  out.close();
  if (out) fs::rename(aside, PathOf(folder, finished), error);
  if (!out || error) {
    return MakeError(
        absl::StatusCode::kResourceExhausted, {.reason = "DISK_FULL", .field = folder},
        absl::StrCat("the states of layer ", finished - 1, " could not be written to ", folder));
  }
  fs::remove(PathOf(folder, finished - 1), error);
  return absl::OkStatus();
}

int64_t RestoreStates(const std::string& folder, int64_t layers, absl::Span<float> states) {
  if (folder.empty()) return 0;
  for (int64_t finished = layers; finished > 0; --finished) {
    std::error_code error;
    const std::string path = PathOf(folder, finished);
    if (fs::file_size(path, error) != states.size() * sizeof(float) || error) continue;
    std::ifstream in(path, std::ios::binary);
    in.read(reinterpret_cast<char*>(states.data()),
            static_cast<std::streamsize>(states.size() * sizeof(float)));
    if (in) return finished;
  }
  return 0;
}

void RemoveStates(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().filename().string().rfind("states.", 0) == 0) fs::remove(entry.path(), error);
  }
}

}  // namespace widthlab::capture
