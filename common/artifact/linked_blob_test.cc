#include "common/artifact/linked_blob.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "common/artifact/digest.h"
#include "common/artifact/in_memory_blob_store.h"
#include "common/artifact/local_blob_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class LinkedBlobTest : public testing::Test {
 protected:
  void Write(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  // As if the file had been written some time ago.
  void Age() const {
    fs::last_write_time(path_, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/model.safetensors";
  std::unique_ptr<LocalBlobStore> store_ = LocalBlobStore::Open(folder_.path() + "/blobs").value();
};

TEST_F(LinkedBlobTest, ALinkedFileIsABlobLikeAnyOther) {
  Write("weights");
  const auto blob = LinkBlob(*store_, path_);
  ASSERT_THAT(blob, IsOk());
  EXPECT_EQ(blob->digest, Sha256Of("weights"));
  EXPECT_EQ(blob->size_bytes, 7);
  EXPECT_TRUE(fs::is_symlink(store_->PathOf(blob->digest)));
  EXPECT_THAT(store_->Read(blob->digest, 2, 3), IsOkAndHolds("igh"));
  EXPECT_THAT(store_->Size(blob->digest), IsOkAndHolds(7));
  EXPECT_THAT(store_->Verify(blob->digest), IsOk());
  EXPECT_THAT(UnchangedPath(*store_, blob->digest), IsOkAndHolds(fs::canonical(path_).string()));
  ASSERT_THAT(store_->Delete(blob->digest), IsOk());
  EXPECT_TRUE(fs::exists(path_));
}

TEST_F(LinkedBlobTest, AChangedFileIsAnErrorThatNamesIt) {
  Write("weights");
  const std::string digest = LinkBlob(*store_, path_)->digest;
  Write("wEights");
  EXPECT_THAT(UnchangedPath(*store_, digest),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr(path_), HasSubstr("has changed since"))));
  fs::remove(path_);
  EXPECT_THAT(UnchangedPath(*store_, digest),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr(path_), HasSubstr("is gone"))));
  Write("weights");
  EXPECT_THAT(UnchangedPath(*store_, digest), IsOk());
}

TEST_F(LinkedBlobTest, AFileThatWasTouchedOnlyIsTheSame) {
  Write("weights");
  const std::string digest = LinkBlob(*store_, path_)->digest;
  fs::last_write_time(path_, fs::last_write_time(path_) + std::chrono::hours(1));
  EXPECT_THAT(UnchangedPath(*store_, digest), IsOk());
  EXPECT_EQ(LinkBlob(*store_, path_)->digest, digest);
}

TEST_F(LinkedBlobTest, TheDigestIsRememberedNotWorkedOutAgain) {
  Write("weights");
  Age();
  ASSERT_THAT(LinkBlob(*store_, path_), IsOk());
  // A check that fails is asked only where bytes are read.
  const auto never = [] { return absl::AbortedError("read"); };
  EXPECT_THAT(LinkBlob(*store_, path_, never), IsOk());
  Write("weighty");
  EXPECT_THAT(LinkBlob(*store_, path_, never), StatusIs(absl::StatusCode::kAborted));
}

TEST_F(LinkedBlobTest, ALinkFollowsTheFileThatHasTheBytes) {
  Write("weights");
  const std::string digest = LinkBlob(*store_, path_)->digest;
  const std::string copy = folder_.path() + "/copy";
  fs::copy_file(path_, copy);
  Write("changed");
  EXPECT_THAT(UnchangedPath(*store_, digest), StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_EQ(LinkBlob(*store_, copy)->digest, digest);
  EXPECT_THAT(UnchangedPath(*store_, digest), IsOkAndHolds(fs::canonical(copy).string()));
}

TEST_F(LinkedBlobTest, OtherStoresCopy) {
  Write("weights");
  InMemoryBlobStore memory;
  const auto blob = LinkBlob(memory, path_);
  ASSERT_THAT(blob, IsOk());
  Write("changed");
  EXPECT_THAT(memory.Read(blob->digest, 0, -1), IsOkAndHolds("weights"));
  EXPECT_THAT(UnchangedPath(memory, blob->digest), IsOk());
}

TEST_F(LinkedBlobTest, AMissingFileIsNotFound) {
  EXPECT_THAT(LinkBlob(*store_, path_), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(UnchangedPath(*store_, Sha256Of("x")), StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace
}  // namespace widthlab::artifact
