#include "services/host/folder_bytes.h"

#include <filesystem>
#include <system_error>

#include "absl/time/clock.h"

namespace widthlab::host {
namespace {

namespace fs = std::filesystem;

// Files may come and go meanwhile; those that went count nothing.
int64_t Count(const std::string& folder) {
  std::error_code error;
  int64_t bytes = 0;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code gone;
    if (!it->is_regular_file(gone)) continue;
    const uintmax_t size = it->file_size(gone);
    if (!gone) bytes += static_cast<int64_t>(size);
  }
  return bytes;
}

}  // namespace

int64_t FolderBytes::Get() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (const absl::Time now = absl::Now(); now - counted_ >= max_age_) {
    bytes_ = Count(folder_);
    counted_ = now;
  }
  return bytes_;
}

}  // namespace widthlab::host
