// A server's data folder, held by one process at a time.
//
//   ASSIGN_OR_RETURN(const DataFolder data, DataFolder::Open("~/.local/share/widthlab"));
//   ... start the server ...
//   RETURN_IF_ERROR(data.WriteAddress("127.0.0.1:7070"));
//
// The hold is a lock on FOLDER/lock, which the system drops when the process ends, however it
// ends. The file says who holds it: the address on the first line (empty until the server listens),
// the process on the second.
#ifndef WIDTHLAB_COMMON_ARTIFACT_DATA_FOLDER_H_
#define WIDTHLAB_COMMON_ARTIFACT_DATA_FOLDER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace widthlab::artifact {

// Who holds a data folder.
struct FolderHolder {
  bool held = false;
  // Where it listens; empty where it does not yet.
  std::string address = {};
  int64_t process = 0;
};

class DataFolder {
 public:
  // Makes the folder where there is none. "~/" at the beginning is the user's home.
  // FAILED_PRECONDITION DATA_FOLDER_IN_USE says who holds it; PERMISSION_DENIED UNWRITABLE_FOLDER.
  static absl::StatusOr<DataFolder> Open(std::string_view folder);

  // Who holds a folder now; nobody where there is no such folder.
  static absl::StatusOr<FolderHolder> FindHolder(std::string_view folder);

  DataFolder(DataFolder&& other) noexcept;
  DataFolder& operator=(DataFolder&& other) noexcept;
  ~DataFolder();

  // Absolute.
  const std::string& path() const { return path_; }

  // Says where this process can be reached.
  absl::Status WriteAddress(std::string_view address) const;

 private:
  DataFolder(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::string path_;
  int fd_ = -1;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_DATA_FOLDER_H_
