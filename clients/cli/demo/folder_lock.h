// A lock on a file, dropped when the process ends, however it ends.
//
//   ASSIGN_OR_RETURN(FolderLock lock, FolderLock::Open(folder + "/demo.start"));
//   lock.Exclusive();     // waits
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_FOLDER_LOCK_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_FOLDER_LOCK_H_

#include <string>

#include "absl/status/statusor.h"

namespace widthlab::cli {

class FolderLock {
 public:
  // Makes the file. Children do not inherit it. FAILED_PRECONDITION DATA_FOLDER_UNWRITABLE on field
  // "data".
  static absl::StatusOr<FolderLock> Open(const std::string& path);

  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

  // Wait until they have it.
  void Exclusive();
  void Shared();

  // Whether nobody else holds it; if so it is held exclusively.
  bool TryExclusive();

  void Unlock();

 private:
  explicit FolderLock(int fd) : fd_(fd) {}

  int fd_;
};

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_FOLDER_LOCK_H_
