#include "common/model/hugging_face_cache.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "common/artifact/temporary_folder.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(HuggingFaceCacheTest, TheFolderIsWhereTheToolsReadIt) {
  for (const char* name : {"HF_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"}) unsetenv(name);
  setenv("HOME", "/home/u", 1);
  EXPECT_EQ(HuggingFaceCacheFolder(), "/home/u/.cache/huggingface/hub");
  setenv("XDG_CACHE_HOME", "/x", 1);
  EXPECT_EQ(HuggingFaceCacheFolder(), "/x/huggingface/hub");
  setenv("HF_HOME", "~/hf", 1);
  EXPECT_EQ(HuggingFaceCacheFolder(), "/home/u/hf/hub");
  setenv("HF_HUB_CACHE", "/scratch/hub", 1);
  EXPECT_EQ(HuggingFaceCacheFolder(), "/scratch/hub");
}

TEST(HuggingFaceCacheTest, KnowsNamesFromPaths) {
  for (const char* name : {"meta-llama/Llama-3.2-1B", "a/b", "Qwen/Qwen2.5-0.5B@main",
                           "a/b@4e20de362430cd3b72f300e6b0f18e50e7166e08", "_a/b_"}) {
    EXPECT_TRUE(IsHuggingFaceName(name)) << name;
  }
  for (const char* name : {"", "gpt2", "/a/b", "a/b/c", "../b", "a/..", "a/b..c", "a--b/c", "a/b@",
                           "a@x/b", "a/b@../x", "a/-b", "a/b ", "a/", "/", "a\n/b"}) {
    EXPECT_FALSE(IsHuggingFaceName(name)) << name;
  }
}

class CacheTest : public testing::Test {
 protected:
  std::string Model() const { return folder_.path() + "/models--org--name"; }

  void Add(const std::string& reference, const std::string& commit) const {
    std::filesystem::create_directories(Model() + "/refs");
    std::ofstream(Model() + "/refs/" + reference) << commit;
    std::filesystem::create_directories(Model() + "/snapshots/" + commit);
  }

  artifact::TemporaryFolder folder_;
};

TEST_F(CacheTest, FollowsTheReference) {
  Add("main", "abc123");
  Add("v2", "def456");
  EXPECT_THAT(FindInHuggingFaceCache("model", "org/name", folder_.path()),
              IsOkAndHolds(Model() + "/snapshots/abc123"));
  EXPECT_THAT(FindInHuggingFaceCache("model", "org/name@v2", folder_.path()),
              IsOkAndHolds(Model() + "/snapshots/def456"));
  EXPECT_THAT(FindInHuggingFaceCache("model", "org/name@abc123", folder_.path()),
              IsOkAndHolds(Model() + "/snapshots/abc123"));
}

TEST_F(CacheTest, SaysWhatWasLookedAt) {
  auto found = FindInHuggingFaceCache("model", "org/name", folder_.path());
  EXPECT_THAT(found, StatusIs(absl::StatusCode::kNotFound,
                              AllOf(HasSubstr(Model()), HasSubstr("Nothing is downloaded"))));
  EXPECT_THAT(found.status(), FailsOnField("model"));
  std::filesystem::create_directories(Model() + "/refs");
  std::ofstream(Model() + "/refs/main") << "abc";
  EXPECT_THAT(FindInHuggingFaceCache("model", "org/name", folder_.path()),
              StatusIs(absl::StatusCode::kNotFound, AllOf(HasSubstr(Model() + "/refs/main"),
                                                          HasSubstr(Model() + "/snapshots/abc"))));
}

TEST_F(CacheTest, AReferenceCannotLeaveTheCache) {
  std::filesystem::create_directories(Model() + "/refs");
  std::filesystem::create_directories(Model() + "/snapshots");
  for (const char* bad : {"..", "../../..", "/etc", "a/b", ""}) {
    std::ofstream(Model() + "/refs/main") << bad;
    EXPECT_THAT(FindInHuggingFaceCache("model", "org/name", folder_.path()),
                StatusIs(absl::StatusCode::kNotFound))
        << bad;
  }
}

}  // namespace
}  // namespace widthlab::model
