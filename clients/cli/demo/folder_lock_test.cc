#include "clients/cli/demo/folder_lock.h"

#include <set>
#include <string>
#include <vector>

#include "clients/cli/demo/free_port.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

TEST(FolderLock, TellsWhetherOthersUseTheFolder) {
  const std::string path = testing::TempDir() + "/lock";
  absl::StatusOr<FolderLock> one = FolderLock::Open(path);
  absl::StatusOr<FolderLock> other = FolderLock::Open(path);
  ASSERT_THAT(one, IsOk());
  ASSERT_THAT(other, IsOk());
  one->Shared();
  other->Shared();
  EXPECT_FALSE(one->TryExclusive());
  EXPECT_TRUE(other->TryExclusive());
  other->Unlock();
  EXPECT_TRUE(one->TryExclusive());
}

TEST(FolderLock, NamesAFolderThatCannotBeWritten) {
  EXPECT_THAT(FolderLock::Open("/no/such/folder/lock"), FailsOnField("data"));
}

TEST(FreePort, FindsDifferentPortsThatAreFree) {
  const absl::StatusOr<std::vector<int>> ports = FreePorts(5);
  ASSERT_THAT(ports, IsOk());
  EXPECT_EQ(std::set<int>(ports->begin(), ports->end()).size(), 5u);
  for (const int port : *ports) EXPECT_GT(port, 1023);
}

}  // namespace
}  // namespace widthlab::cli
