#include "clients/cli/demo/model_roots.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class ModelRootsTest : public testing::Test {
 protected:
  ModelRootsTest() {
    fs::remove_all(root_);
    fs::create_directories(root_ / "snapshot");
    fs::create_directories(root_ / "blobs");
    std::ofstream(root_ / "blobs" / "abc") << "{}";
    fs::create_symlink("../blobs/abc", root_ / "snapshot" / "config.json");
    std::ofstream(root_ / "small.gguf") << "GGUF";
  }

  const fs::path root_ = fs::canonical(testing::TempDir()) / "model_roots";
};

TEST_F(ModelRootsTest, AFolderAndWhereItsLinksLead) {
  EXPECT_THAT(ModelRoots((root_ / "snapshot").string()),
              IsOkAndHolds(ElementsAre((root_ / "snapshot").string(), (root_ / "blobs").string())));
}

TEST_F(ModelRootsTest, TheFolderOfAFile) {
  EXPECT_THAT(ModelRoots((root_ / "small.gguf").string()),
              IsOkAndHolds(ElementsAre(root_.string())));
}

TEST_F(ModelRootsTest, TheCacheOfANameAndNothingForAnId) {
  ASSERT_EQ(setenv("HF_HUB_CACHE", "/caches/hub", 1), 0);
  EXPECT_THAT(ModelRoots("org/name"), IsOkAndHolds(ElementsAre("/caches/hub")));
  EXPECT_THAT(ModelRoots("3fa9c1e2d0b4"), IsOkAndHolds(IsEmpty()));
}

TEST_F(ModelRootsTest, NamesWhatIsNotThere) {
  EXPECT_THAT(ModelRoots("/no/such/model"), FailsOnField("model"));
  EXPECT_THAT(ModelRoots("smollm"), FailsOnField("model"));
}

}  // namespace
}  // namespace widthlab::cli
