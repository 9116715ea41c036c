#include "common/artifact/local_blob_store.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "common/artifact/blob_store_contract.h"
#include "common/artifact/temporary_folder.h"

namespace widthlab::artifact {
namespace {

class LocalHarness : public BlobStoreHarness {
 public:
  BlobStore& store() override { return *store_; }
  void Spoil(const std::string& digest, const std::string& bytes) override {
    std::ofstream(store_->PathOf(digest), std::ios::binary) << bytes;
  }

 private:
  TemporaryFolder folder_;
  std::unique_ptr<LocalBlobStore> store_ =
      LocalBlobStore::Open(folder_.path() + "/a/b/blobs").value();
};

std::unique_ptr<BlobStoreHarness> MakeLocal() { return std::make_unique<LocalHarness>(); }

INSTANTIATE_TEST_SUITE_P(Local, BlobStoreContract, testing::Values(MakeLocal));

int CountFiles(const std::string& folder) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    count += entry.is_regular_file() ? 1 : 0;
  }
  return count;
}

TEST(LocalBlobStoreTest, KeepsBlobsWhenOpenedAgain) {
  const TemporaryFolder folder;
  {
    const auto store = LocalBlobStore::Open(folder.path()).value();
    ASSERT_THAT(WriteBlob(*store, "abc"), IsOk());
  }
  const auto store = LocalBlobStore::Open(folder.path()).value();
  EXPECT_THAT(store->Read(kDigestOfAbc, 0, -1), IsOkAndHolds("abc"));
}

TEST(LocalBlobStoreTest, WhatAKilledProcessLeftIsRemovedWhenOpenedAgain) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    const auto store = LocalBlobStore::Open(folder.path()).value();
    const auto writer = store->Create().value();
    writer->Append(std::string(1 << 20, 'x')).IgnoreError();
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(CountFiles(folder.path()), 1);
  const auto store = LocalBlobStore::Open(folder.path()).value();
  EXPECT_EQ(CountFiles(folder.path()), 0);
}

TEST(LocalBlobStoreTest, OpeningLeavesTheFilesOfLivingWritersAlone) {
  const TemporaryFolder folder;
  const auto first = LocalBlobStore::Open(folder.path()).value();
  const auto writer = first->Create().value();
  ASSERT_THAT(writer->Append("abc"), IsOk());
  const auto second = LocalBlobStore::Open(folder.path()).value();
  ASSERT_THAT(writer->Commit(), IsOk());
  EXPECT_THAT(second->Read(kDigestOfAbc, 0, -1), IsOkAndHolds("abc"));
}

TEST(LocalBlobStoreTest, ADroppedWriterLeavesNoFile) {
  const TemporaryFolder folder;
  const auto store = LocalBlobStore::Open(folder.path()).value();
  {
    ASSERT_THAT((*store->Create())->Append("abc"), IsOk());
  }
  EXPECT_EQ(CountFiles(folder.path()), 0);
  ASSERT_THAT(WriteBlob(*store, "abc"), IsOk());
  ASSERT_THAT(WriteBlob(*store, "abc"), IsOk());
  EXPECT_EQ(CountFiles(folder.path()), 1);
}

TEST(LocalBlobStoreTest, WritingAgainReplacesADamagedBlobOfTheSameLength) {
  const TemporaryFolder folder;
  const auto store = LocalBlobStore::Open(folder.path()).value();
  ASSERT_THAT(WriteBlob(*store, "abc"), IsOk());
  std::ofstream(store->PathOf(kDigestOfAbc)) << "abd";
  ASSERT_THAT(WriteBlob(*store, "abc"), IsOk());
  EXPECT_THAT(store->Verify(kDigestOfAbc), IsOk());
}

TEST(LocalBlobStoreTest, AFolderThatCannotBeMadeIsAnErrorThatNamesIt) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() + "/file") << "x";
  EXPECT_THAT(LocalBlobStore::Open(folder.path() + "/file"),
              StatusIs(absl::StatusCode::kInternal, testing::HasSubstr(folder.path())));
}

}  // namespace
}  // namespace widthlab::artifact
