// How many bytes the files below a folder have, for a metric that is asked every few seconds.
#ifndef WIDTHLAB_SERVICES_HOST_FOLDER_BYTES_H_
#define WIDTHLAB_SERVICES_HOST_FOLDER_BYTES_H_

#include <cstdint>
#include <mutex>
#include <string>

#include "absl/time/time.h"

namespace widthlab::host {

// Counts at most once in `max_age`, since a store may have a hundred thousand files. Safe to use
// from many threads.
class FolderBytes {
 public:
  explicit FolderBytes(std::string folder, absl::Duration max_age = absl::Minutes(1))
      : folder_(std::move(folder)), max_age_(max_age) {}

  // 0 where there is no such folder.
  int64_t Get();

 private:
  const std::string folder_;
  const absl::Duration max_age_;
  std::mutex mutex_;
  absl::Time counted_ = absl::InfinitePast();
  int64_t bytes_ = 0;
};

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_FOLDER_BYTES_H_
