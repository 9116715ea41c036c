#include "services/host/import_roots.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::host {
namespace {

using ::testing::HasSubstr;

// A fresh folder with a root, a file outside it, and a link that leads there.
std::string MakeFolders() {
  const std::string base = std::filesystem::canonical(testing::TempDir()).string() + "/roots_test";
  std::filesystem::remove_all(base);
  std::filesystem::create_directories(base + "/root/models");
  std::filesystem::create_directories(base + "/rootless");
  std::ofstream(base + "/root/models/a") << "a";
  std::ofstream(base + "/secret") << "s";
  std::filesystem::create_symlink(base + "/secret", base + "/root/link");
  return base;
}

class ImportRootsTest : public testing::Test {
 protected:
  const std::string base_ = MakeFolders();
  const ImportRoots roots_{std::vector<std::string>{base_ + "/root", base_ + "/nowhere"}};
};

TEST_F(ImportRootsTest, PathsBelowARootAreReal) {
  EXPECT_THAT(roots_.Resolve("model", base_ + "/root/models/../models/a"),
              IsOkAndHolds(base_ + "/root/models/a"));
  EXPECT_THAT(roots_.Resolve("model", base_ + "/root"), IsOkAndHolds(base_ + "/root"));
}

TEST_F(ImportRootsTest, AnythingElseIsDeniedWithAWayToAllowIt) {
  for (const char* path : {"/secret", "/root/../secret", "/root/link", "/rootless", "/not/there",
                           "/root/models/../../secret"}) {
    const auto denied = roots_.Resolve("model", base_ + path);
    EXPECT_THAT(denied, StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("--import-root")))
        << path;
    EXPECT_THAT(denied, FailsOnField("model"));
  }
}

TEST_F(ImportRootsTest, MissingAndRelativePathsAreErrorsOfTheirOwn) {
  EXPECT_THAT(roots_.Resolve("model", base_ + "/root/none"), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(roots_.Resolve("model", "root/models"), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(roots_.Resolve("model", ""), StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace widthlab::host
