#include "services/host/folder_bytes.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "gtest/gtest.h"

namespace widthlab::host {
namespace {

TEST(FolderBytesTest, CountsFilesOfAllLevels) {
  const std::string folder = testing::TempDir() + "/folder_bytes";
  std::filesystem::remove_all(folder);
  EXPECT_EQ(FolderBytes(folder).Get(), 0);
  std::filesystem::create_directories(folder + "/a/b");
  std::ofstream(folder + "/x") << "12345";
  std::ofstream(folder + "/a/b/y") << "123";
  EXPECT_EQ(FolderBytes(folder).Get(), 8);
}

TEST(FolderBytesTest, KeepsItsCountForAWhile) {
  const std::string folder = testing::TempDir() + "/folder_bytes_kept";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  FolderBytes kept(folder, absl::Hours(1));
  FolderBytes fresh(folder, absl::ZeroDuration());
  EXPECT_EQ(kept.Get(), 0);
  std::ofstream(folder + "/x") << "12345";
  EXPECT_EQ(kept.Get(), 0);
  EXPECT_EQ(fresh.Get(), 5);
}

}  // namespace
}  // namespace widthlab::host
