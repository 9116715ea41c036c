// A folder for one test, removed with the object.
#ifndef WIDTHLAB_COMMON_ARTIFACT_TEMPORARY_FOLDER_H_
#define WIDTHLAB_COMMON_ARTIFACT_TEMPORARY_FOLDER_H_

#include <cstdlib>
#include <filesystem>
#include <string>

#include "gtest/gtest.h"

namespace widthlab::artifact {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_("/dev/shm/widthlab-XXXXXX") {
    // In memory where that can be: stores sync often, and disks are slow at that.
    if (mkdtemp(path_.data()) != nullptr) return;
    path_ = testing::TempDir() + "widthlab-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) std::abort();
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_TEMPORARY_FOLDER_H_
