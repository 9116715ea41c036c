#include "clients/cpp/trim_cache.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "common/artifact/temporary_folder.h"
#include "gtest/gtest.h"

namespace widthlab::client {
namespace {

void MakeFile(const std::string& path, int bytes, int age_hours) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << std::string(bytes, 'x');
  std::filesystem::last_write_time(
      path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(age_hours));
}

TEST(TrimCacheTest, RemovesTheOldestUntilTheRestFits) {
  const artifact::TemporaryFolder folder;
  MakeFile(folder.path() + "/aa/new", 100, 1);
  MakeFile(folder.path() + "/bb/oldest", 100, 3);
  MakeFile(folder.path() + "/cc/old", 100, 2);
  EXPECT_EQ(TrimCache(folder.path(), 250), 200);
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/bb/oldest"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/aa/new"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/cc/old"));
}

TEST(TrimCacheTest, LeavesWhatFits) {
  const artifact::TemporaryFolder folder;
  MakeFile(folder.path() + "/aa/one", 100, 1);
  EXPECT_EQ(TrimCache(folder.path(), 100), 100);
  EXPECT_EQ(TrimCache(folder.path() + "/none", 100), 0);
}

}  // namespace
}  // namespace widthlab::client
