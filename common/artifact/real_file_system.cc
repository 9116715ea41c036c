// The file system of this machine.
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "absl/cleanup/cleanup.h"
#include "common/artifact/file_error.h"
#include "common/artifact/file_system.h"
#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

class RealFile : public WritableFile {
 public:
  RealFile(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  ~RealFile() override { close(fd_); }

  absl::Status Append(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = write(fd_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return FileError(errno, "write", path_);
      bytes.remove_prefix(static_cast<size_t>(written));
    }
    return absl::OkStatus();
  }

  absl::Status Sync() override {
    return fsync(fd_) == 0 ? absl::OkStatus() : FileError(errno, "sync", path_);
  }

 private:
  int fd_;
  std::string path_;
};

class RealFileSystem : public FileSystem {
 public:
  absl::StatusOr<std::unique_ptr<WritableFile>> Create(const std::string& path) override {
    for (;;) {
      const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
      if (fd < 0) return FileError(errno, "create", path);
      auto file = std::make_unique<RealFile>(fd, path);
      struct stat status = {};
      // Where another process took the new file for an abandoned one it is made once more.
      if (flock(fd, LOCK_EX) == 0 && fstat(fd, &status) == 0 && status.st_nlink == 0) continue;
      return file;
    }
  }

  absl::Status Rename(const std::string& from, const std::string& to) override {
    return rename(from.c_str(), to.c_str()) == 0 ? absl::OkStatus()
                                                 : FileError(errno, "rename to", to);
  }

  absl::Status Remove(const std::string& path) override {
    if (unlink(path.c_str()) == 0 || errno == ENOENT) return absl::OkStatus();
    return FileError(errno, "remove", path);
  }

  absl::Status RemoveAbandoned(const std::string& path) override {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT ? absl::OkStatus() : FileError(errno, "open", path);
    const absl::Cleanup close_fd = [fd] { close(fd); };
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) return absl::OkStatus();
    return Remove(path);
  }

  absl::Status MakeFolder(const std::string& path) override {
    if (IsFolder(path)) return absl::OkStatus();
    const std::string parent = FolderOf(path);
    if (parent != path) RETURN_IF_ERROR(MakeFolder(parent));
    if (mkdir(path.c_str(), 0755) != 0 && !(errno == EEXIST && IsFolder(path))) {
      return FileError(errno, "make folder", path);
    }
    return SyncFolder(parent);
  }

  absl::Status SyncFolder(const std::string& path) override {
    const int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return FileError(errno, "open", path);
    const absl::Cleanup close_fd = [fd] { close(fd); };
    // Some network file systems have nothing to sync in a folder, and say so.
    if (fsync(fd) == 0 || errno == EINVAL) return absl::OkStatus();
    return FileError(errno, "sync", path);
  }

  absl::StatusOr<int64_t> Size(const std::string& path) override {
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0) return FileError(errno, "read", path);
    return static_cast<int64_t>(status.st_size);
  }

  absl::StatusOr<std::string> Read(const std::string& path, int64_t offset,
                                   int64_t limit) override {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return FileError(errno, "read", path);
    const absl::Cleanup close_fd = [fd] { close(fd); };
    struct stat status = {};
    if (fstat(fd, &status) != 0) return FileError(errno, "read", path);
    const int64_t rest = std::max<int64_t>(0, status.st_size - offset);
    std::string bytes(static_cast<size_t>(limit < 0 ? rest : std::min(rest, limit)), '\0');
    size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t got = pread(fd, bytes.data() + done, bytes.size() - done,
                                static_cast<off_t>(offset + static_cast<int64_t>(done)));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return FileError(errno, "read", path);
      if (got == 0) break;
      done += static_cast<size_t>(got);
    }
    bytes.resize(done);
    return bytes;
  }

  absl::StatusOr<std::vector<std::string>> List(const std::string& path) override {
    DIR* const folder = opendir(path.c_str());
    if (folder == nullptr) return FileError(errno, "list", path);
    const absl::Cleanup close_folder = [folder] { closedir(folder); };
    std::vector<std::string> names;
    while (const dirent* entry = readdir(folder)) {
      const std::string name = entry->d_name;
      if (name != "." && name != "..") names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  static bool IsFolder(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  }
};

}  // namespace

FileSystem& FileSystem::Real() {
  static RealFileSystem& files = *new RealFileSystem();
  return files;
}

}  // namespace widthlab::artifact
