// Whatever fails, and wherever power is lost: nothing half-visible, nothing lost that was promised.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/digest.h"
#include "common/artifact/fault_file_system.h"
#include "common/artifact/file_error.h"
#include "common/artifact/local_artifact_store.h"
#include "common/artifact/local_blob_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {
namespace {

const std::string kBytes(600'000, 'x');

// Writes three blobs; returns the digests that were promised to be durable.
absl::Status WriteSome(FileSystem& files, const std::string& folder,
                       std::vector<std::string>& promised) {
  ASSIGN_OR_RETURN(const auto store, LocalBlobStore::Open(folder, files));
  for (const std::string& bytes : {std::string("abc"), kBytes, std::string("abc")}) {
    ASSIGN_OR_RETURN(const BlobInfo blob, WriteBlob(*store, bytes));
    promised.push_back(blob.digest);
  }
  return absl::OkStatus();
}

class FaultInjection : public testing::TestWithParam<LostPart> {};

TEST_P(FaultInjection, BlobsAreWholeOrNotThere) {
  for (int point = 0;; ++point) {
    const TemporaryFolder folder;
    FaultFileSystem faults(FileSystem::Real());
    faults.FailAfter(point);
    std::vector<std::string> promised;
    const absl::Status status = WriteSome(faults, folder.path(), promised);
    faults.LosePower(GetParam());
    const auto store = LocalBlobStore::Open(folder.path()).value();
    EXPECT_THAT(store->FindMissing(promised), IsOkAndHolds(testing::IsEmpty())) << point;
    for (const std::string& digest : {Sha256Of("abc"), Sha256Of(kBytes)}) {
      if (store->Size(digest).ok()) {
        EXPECT_THAT(store->Verify(digest), IsOk()) << point;
      }
    }
    EXPECT_TRUE(FileSystem::Real().List(folder.path() + "/incoming")->empty()) << point;
    if (status.ok()) {
      EXPECT_GT(point, 15);
      return;
    }
  }
}

absl::StatusOr<v1::Artifact> Make(ArtifactStore& store, const std::string& text = "{}") {
  ArtifactBuilder builder(store, v1::ARTIFACT_KIND_PROFILE, 1);
  RETURN_IF_ERROR(builder.AddFile("a.json", "application/json", text));
  RETURN_IF_ERROR(builder.AddFile("b.bin", "application/octet-stream", kBytes));
  return builder.Commit({.spec_type = "x.Spec",
                         .spec_json = "{}",
                         .algorithm_version = "x/1",
                         .cache_key = CacheKey("x.Spec", "{}", {}, "x/1")});
}

TEST_P(FaultInjection, ArtifactsAreWholeOrNotThere) {
  for (int point = 0;; ++point) {
    const TemporaryFolder folder;
    FaultFileSystem faults(FileSystem::Real());
    faults.FailAfter(point);
    absl::Status status;
    {
      const auto store = LocalArtifactStore::Open({.folder = folder.path(), .files = &faults});
      status = store.ok() ? Make(**store).status() : store.status();
    }
    faults.LosePower(GetParam());
    const auto store = LocalArtifactStore::Open({.folder = folder.path()}).value();
    const auto page = store->List({});
    ASSERT_THAT(page, IsOk());
    if (status.ok()) {
      EXPECT_EQ(page->artifacts.size(), 1u);
    }
    for (const v1::Artifact& artifact : page->artifacts) {
      const auto verification = store->Verify(artifact.id());
      ASSERT_THAT(verification, IsOk());
      EXPECT_TRUE(verification->ok()) << point << ": " << verification->DebugString();
    }
    // The same request goes through now, and finds or makes the same artifact.
    const auto again = Make(*store);
    ASSERT_THAT(again, IsOk());
    EXPECT_TRUE(store->FindByCacheKey(again->cache_key())->has_value());
    EXPECT_TRUE(store->Verify(again->id())->ok());
    if (status.ok()) {
      EXPECT_GT(point, 25);
      return;
    }
  }
}

TEST_P(FaultInjection, ADeleteThatFailsCanBeRepeated) {
  for (int point = 0;; ++point) {
    const TemporaryFolder folder;
    FaultFileSystem faults(FileSystem::Real());
    std::string id;
    absl::Status status;
    {
      const auto store =
          LocalArtifactStore::Open({.folder = folder.path(), .files = &faults}).value();
      id = Make(*store)->id();
      faults.FailAfter(point);
      status = store->Delete(id);
    }
    faults.LosePower(GetParam());
    const auto store = LocalArtifactStore::Open({.folder = folder.path()}).value();
    if (!status.ok()) {
      EXPECT_THAT(store->Delete(id), IsOk()) << point;
    }
    EXPECT_TRUE(store->List({})->artifacts.empty());
    if (status.ok()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Lost, FaultInjection, testing::Values(LostPart::kBytes, LostPart::kNames));

// Makes artifacts in a process of its own until that is killed after `microseconds`.
void MakeUntilKilled(const std::string& folder, int microseconds) {
  const pid_t child = fork();
  if (child == 0) {
    const auto store = LocalArtifactStore::Open({.folder = folder}).value();
    for (int i = 0;; ++i) Make(*store, std::to_string(i)).value();
  }
  usleep(static_cast<useconds_t>(microseconds));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST(FaultInjectionTest, AProcessKilledAtAnyMomentLeavesOnlyWholeArtifacts) {
  const TemporaryFolder folder;
  for (int round = 0; round < 12; ++round) {
    MakeUntilKilled(folder.path(), 2'000 + 3'700 * round);
    const auto store = LocalArtifactStore::Open({.folder = folder.path()});
    ASSERT_THAT(store, IsOk());
    const auto page = (*store)->List({.page_size = 1000});
    ASSERT_THAT(page, IsOk());
    for (const v1::Artifact& artifact : page->artifacts) {
      EXPECT_TRUE((*store)->Verify(artifact.id())->ok()) << round;
    }
    EXPECT_TRUE(FileSystem::Real().List(folder.path() + "/incoming")->empty());
    EXPECT_TRUE(FileSystem::Real().List(folder.path() + "/blobs/incoming")->empty());
  }
}

TEST(FaultInjectionTest, AFullDiskNamesTheFolderAndLeavesTheStoreUsable) {
  const TemporaryFolder folder;
  FaultFileSystem faults(FileSystem::Real());
  const auto store = LocalBlobStore::Open(folder.path(), faults).value();
  const auto writer = store->Create().value();
  faults.FailAfter(0, FileError(ENOSPC, "write", folder.path() + "/incoming/1"));
  const absl::Status status = writer->Append(kBytes);
  EXPECT_THAT(status,
              StatusIs(absl::StatusCode::kResourceExhausted, testing::HasSubstr(folder.path())));
  EXPECT_EQ(FactsOf(status)->reason, "DISK_FULL");
  EXPECT_THAT(writer->Commit(), StatusIs(absl::StatusCode::kResourceExhausted));
  faults.FailAfter(1000);
  EXPECT_THAT(WriteBlob(*store, kBytes), IsOk());
}

TEST(FaultInjectionTest, ErrorNumbersBecomeCodesThatClientsKnow) {
  EXPECT_THAT(FileError(EROFS, "write", "/d/f"),
              StatusIs(absl::StatusCode::kPermissionDenied, testing::HasSubstr("/d/f")));
  EXPECT_EQ(FactsOf(FileError(EACCES, "write", "/d/f"))->field, "/d");
  EXPECT_THAT(FileError(ENOENT, "read", "f"), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(FileError(EIO, "read", "f"), StatusIs(absl::StatusCode::kInternal));
}

}  // namespace
}  // namespace widthlab::artifact
