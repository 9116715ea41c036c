// A file system that fails at a chosen point, and then loses power: what was not synced is gone.
//
//   FaultFileSystem faults(FileSystem::Real());
//   faults.FailAfter(5);                         // the 6th change and all later ones fail
//   ... use a store over `faults` until it fails ...
//   faults.LosePower(LostPart::kNames);          // the folder is as after a reboot
//   ... open a store over FileSystem::Real() and look ...
//
// It sits over a real folder, remembers which bytes and names are not synced, and undoes those.
#ifndef WIDTHLAB_COMMON_ARTIFACT_FAULT_FILE_SYSTEM_H_
#define WIDTHLAB_COMMON_ARTIFACT_FAULT_FILE_SYSTEM_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/artifact/file_system.h"

namespace widthlab::artifact {

// What a power cut takes away: bytes that were not synced while their names stay, or names in
// folders that were not synced. Real disks do either.
enum class LostPart { kBytes, kNames };

class FaultFileSystem : public FileSystem {
 public:
  explicit FaultFileSystem(FileSystem& real) : real_(real) {}

  // Lets `changes` more changes pass, then fails each: as a full disk, or as one that is gone.
  void FailAfter(int changes, absl::Status failure = absl::UnavailableError("power is out"));
  int changes() const { return changes_; }

  void LosePower(LostPart part);

  absl::StatusOr<std::unique_ptr<WritableFile>> Create(const std::string& path) override;
  absl::Status Rename(const std::string& from, const std::string& to) override;
  absl::Status Remove(const std::string& path) override;
  absl::Status RemoveAbandoned(const std::string& path) override;
  absl::Status MakeFolder(const std::string& path) override;
  absl::Status SyncFolder(const std::string& path) override;
  absl::StatusOr<int64_t> Size(const std::string& path) override;
  absl::StatusOr<std::string> Read(const std::string& path, int64_t offset, int64_t limit) override;
  absl::StatusOr<std::vector<std::string>> List(const std::string& path) override;

 private:
  friend class FaultFile;

  // A change of names that a power cut can undo.
  struct NameChange {
    std::string folder = {};
    std::string path = {};
    // Where it was renamed from; empty for a new file.
    std::string from = {};
    // What stood at `path` before, if anything did.
    bool had_old = false;
    std::string old_bytes = {};
  };

  // OK while changes may pass; counts.
  absl::Status Change();

  FileSystem& real_;
  int changes_ = 0;
  int fail_at_ = -1;
  absl::Status failure_;
  std::vector<NameChange> unsynced_names_;
  // Synced length of files that have bytes beyond it.
  std::map<std::string, int64_t> synced_bytes_;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_FAULT_FILE_SYSTEM_H_
