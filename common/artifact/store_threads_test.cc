// Many threads at one store.
#include <thread>
#include <vector>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/digest.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/local_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {
namespace {

constexpr int kThreads = 4;
constexpr int kArtifacts = 6;

absl::StatusOr<v1::Artifact> Make(ArtifactStore& store, const std::string& text) {
  ArtifactBuilder builder(store, v1::ARTIFACT_KIND_PROFILE, 1);
  RETURN_IF_ERROR(builder.AddFile("a", "text/plain", text));
  RETURN_IF_ERROR(builder.AddFile("b", "text/plain", "the same in all"));
  return builder.Commit({.spec_type = "x.Spec",
                         .spec_json = "{}",
                         .algorithm_version = "x/1",
                         .cache_key = Sha256Of(text)});
}

// Every thread makes every artifact, reads, lists, labels and verifies.
void UseFromManyThreads(ArtifactStore& store) {
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&store, t] {
      for (int i = 0; i < kArtifacts; ++i) {
        const auto artifact = Make(store, std::to_string((i + t) % kArtifacts));
        ASSERT_THAT(artifact, IsOk());
        EXPECT_THAT(ReadFile(store, *artifact, "b"), IsOkAndHolds("the same in all"));
        EXPECT_TRUE(store.FindByCacheKey(artifact->cache_key())->has_value());
        EXPECT_THAT(store.UpdateLabels(artifact->id(), {{"thread", std::to_string(t)}}, ""),
                    IsOk());
        EXPECT_THAT(store.List({.filter = "kind = PROFILE"}), IsOk());
        EXPECT_TRUE(store.Verify(artifact->id())->ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto page = store.List({});
  ASSERT_THAT(page, IsOk());
  EXPECT_EQ(page->artifacts.size(), static_cast<size_t>(kArtifacts));
  for (const v1::Artifact& artifact : page->artifacts) {
    EXPECT_EQ(artifact.later_provenance_size(), kThreads - 1);
  }
}

TEST(StoreThreadsTest, ALocalStoreMayBeUsedFromManyThreads) {
  const TemporaryFolder folder;
  UseFromManyThreads(*LocalArtifactStore::Open({.folder = folder.path()}).value());
}

TEST(StoreThreadsTest, AnInMemoryStoreMayBeUsedFromManyThreads) {
  InMemoryArtifactStore store;
  UseFromManyThreads(store);
}

}  // namespace
}  // namespace widthlab::artifact
