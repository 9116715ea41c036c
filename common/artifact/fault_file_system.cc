#include "common/artifact/fault_file_system.h"

#include <filesystem>
#include <fstream>
#include <utility>

#include "common/status/macros.h"

namespace widthlab::artifact {

// Tracks how much of one file is synced.
class FaultFile : public WritableFile {
 public:
  FaultFile(FaultFileSystem& owner, std::string path, std::unique_ptr<WritableFile> real)
      : owner_(owner), path_(std::move(path)), real_(std::move(real)) {
    owner_.synced_bytes_[path_] = 0;
  }

  absl::Status Append(std::string_view bytes) override {
    if (const absl::Status status = owner_.Change(); !status.ok()) {
      // A write that fails may have come half way.
      real_->Append(bytes.substr(0, bytes.size() / 2)).IgnoreError();
      return status;
    }
    size_ += static_cast<int64_t>(bytes.size());
    return real_->Append(bytes);
  }

  absl::Status Sync() override {
    RETURN_IF_ERROR(owner_.Change());
    owner_.synced_bytes_[path_] = size_;
    return real_->Sync();
  }

 private:
  FaultFileSystem& owner_;
  std::string path_;
  std::unique_ptr<WritableFile> real_;
  int64_t size_ = 0;
};

void FaultFileSystem::FailAfter(int changes, absl::Status failure) {
  fail_at_ = changes_ + changes;
  failure_ = std::move(failure);
}

absl::Status FaultFileSystem::Change() {
  if (fail_at_ >= 0 && changes_ >= fail_at_) return failure_;
  ++changes_;
  return absl::OkStatus();
}

void FaultFileSystem::LosePower(LostPart part) {
  std::error_code ignored;
  if (part == LostPart::kBytes) {
    for (const auto& [path, size] : synced_bytes_) {
      const auto now = std::filesystem::file_size(path, ignored);
      if (!ignored && static_cast<int64_t>(now) > size) {
        std::filesystem::resize_file(path, static_cast<uintmax_t>(size), ignored);
      }
    }
  } else {
    for (auto change = unsynced_names_.rbegin(); change != unsynced_names_.rend(); ++change) {
      if (change->from.empty()) {
        std::filesystem::remove(change->path, ignored);
      } else {
        std::filesystem::rename(change->path, change->from, ignored);
      }
      if (change->had_old) std::ofstream(change->path, std::ios::binary) << change->old_bytes;
    }
  }
  unsynced_names_.clear();
  synced_bytes_.clear();
}

absl::StatusOr<std::unique_ptr<WritableFile>> FaultFileSystem::Create(const std::string& path) {
  RETURN_IF_ERROR(Change());
  ASSIGN_OR_RETURN(std::unique_ptr<WritableFile> file, real_.Create(path));
  unsynced_names_.push_back({.folder = FolderOf(path), .path = path});
  return std::make_unique<FaultFile>(*this, path, std::move(file));
}

absl::Status FaultFileSystem::Rename(const std::string& from, const std::string& to) {
  RETURN_IF_ERROR(Change());
  NameChange change{.folder = FolderOf(to), .path = to, .from = from};
  if (auto old = real_.Read(to, 0, -1); old.ok()) {
    change.had_old = true;
    change.old_bytes = *std::move(old);
  }
  RETURN_IF_ERROR(real_.Rename(from, to));
  unsynced_names_.push_back(std::move(change));
  if (auto moved = synced_bytes_.extract(from); !moved.empty()) {
    moved.key() = to;
    synced_bytes_.erase(to);
    synced_bytes_.insert(std::move(moved));
  }
  return absl::OkStatus();
}

absl::Status FaultFileSystem::Remove(const std::string& path) {
  RETURN_IF_ERROR(Change());
  return real_.Remove(path);
}

absl::Status FaultFileSystem::RemoveAbandoned(const std::string& path) {
  RETURN_IF_ERROR(Change());
  return real_.RemoveAbandoned(path);
}

absl::Status FaultFileSystem::MakeFolder(const std::string& path) {
  RETURN_IF_ERROR(Change());
  return real_.MakeFolder(path);
}

absl::Status FaultFileSystem::SyncFolder(const std::string& path) {
  RETURN_IF_ERROR(Change());
  std::erase_if(unsynced_names_, [&](const NameChange& c) { return c.folder == path; });
  return real_.SyncFolder(path);
}

absl::StatusOr<int64_t> FaultFileSystem::Size(const std::string& path) { return real_.Size(path); }

absl::StatusOr<std::string> FaultFileSystem::Read(const std::string& path, int64_t offset,
                                                  int64_t limit) {
  return real_.Read(path, offset, limit);
}

absl::StatusOr<std::vector<std::string>> FaultFileSystem::List(const std::string& path) {
  return real_.List(path);
}

}  // namespace widthlab::artifact
