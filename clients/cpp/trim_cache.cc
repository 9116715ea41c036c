#include "clients/cpp/trim_cache.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace widthlab::client {
namespace {

namespace fs = std::filesystem;

struct CachedFile {
  fs::path path = {};
  fs::file_time_type time = {};
  int64_t bytes = 0;
};

std::vector<CachedFile> FindFiles(const std::string& folder) {
  std::vector<CachedFile> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    if (!entry->is_regular_file(gone)) continue;
    const auto bytes = static_cast<int64_t>(entry->file_size(gone));
    if (!gone) files.push_back({entry->path(), entry->last_write_time(gone), bytes});
  }
  std::sort(files.begin(), files.end(),
            [](const CachedFile& a, const CachedFile& b) { return a.time < b.time; });
  return files;
}

}  // namespace

int64_t TrimCache(const std::string& folder, int64_t most_bytes) {
  const std::vector<CachedFile> files = FindFiles(folder);
  int64_t total = 0;
  for (const CachedFile& file : files) total += file.bytes;
  for (const CachedFile& file : files) {
    if (total <= most_bytes) break;
    std::error_code error;
    if (fs::remove(file.path, error)) total -= file.bytes;
  }
  return total;
}

}  // namespace widthlab::client
