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

class ImportRootsTest : public testing::Test {
 protected:
  ImportRootsTest() {
    std::filesystem::remove_all(base_);
    std::filesystem::create_directories(base_ + "/root/models");
    std::filesystem::create_directories(base_ + "/rootless");
    std::ofstream(base_ + "/root/models/a") << "a";
    std::ofstream(base_ + "/secret") << "s";
    std::filesystem::create_symlink(base_ + "/secret", base_ + "/root/link");
  }

  const std::string base_ =
      std::filesystem::canonical(testing::TempDir()).string() + "/import_roots";
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
