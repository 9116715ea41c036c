#include "common/artifact/local_artifact_store.h"

#include <filesystem>
#include <fstream>

#include "common/artifact/artifact_store_contract.h"
#include "common/artifact/local_blob_store.h"
#include "common/artifact/temporary_folder.h"

namespace widthlab::artifact {
namespace {

class LocalHarness : public ArtifactStoreHarness {
 public:
  ArtifactStore& store() override { return *store_; }
  void Spoil(const std::string& digest, const std::string& bytes) override {
    std::ofstream(PathOf(digest), std::ios::binary) << bytes;
  }
  void Lose(const std::string& digest) override { std::filesystem::remove(PathOf(digest)); }

 private:
  std::string PathOf(const std::string& digest) {
    return folder_.path() + "/blobs/" + digest.substr(0, 2) + "/" + digest;
  }

  TemporaryFolder folder_;
  std::unique_ptr<LocalArtifactStore> store_ =
      LocalArtifactStore::Open({.folder = folder_.path()}).value();
};

std::unique_ptr<ArtifactStoreHarness> MakeLocal() { return std::make_unique<LocalHarness>(); }

INSTANTIATE_TEST_SUITE_P(Local, ArtifactStoreContract, testing::Values(MakeLocal));

absl::StatusOr<v1::Artifact> Make(ArtifactStore& store, const std::string& text,
                                  std::vector<std::string> inputs = {}) {
  ArtifactBuilder builder(store, v1::ARTIFACT_KIND_PROFILE, 1);
  RETURN_IF_ERROR(builder.AddFile("a.json", "application/json", text));
  return builder.Commit({.spec_type = "x.Spec",
                         .spec_json = "{}",
                         .inputs = std::move(inputs),
                         .algorithm_version = "x/1",
                         .cache_key = Sha256Of(text)});
}

std::vector<std::string> ListAll(ArtifactStore& store) {
  const auto page = store.List({});
  EXPECT_THAT(page, IsOk());
  std::vector<std::string> artifacts;
  for (const auto& artifact : page->artifacts) artifacts.push_back(artifact.SerializeAsString());
  return artifacts;
}

class LocalArtifactStoreTest : public testing::Test {
 protected:
  std::unique_ptr<LocalArtifactStore> Open() {
    return LocalArtifactStore::Open({.folder = folder_.path()}).value();
  }

  TemporaryFolder folder_;
};

TEST_F(LocalArtifactStoreTest, KeepsArtifactsWhenOpenedAgain) {
  const std::string id = Make(*Open(), "a")->id();
  const auto store = Open();
  EXPECT_EQ(store->rebuilt().artifacts, 0);
  const auto artifact = store->Get(id);
  ASSERT_THAT(artifact, IsOk());
  EXPECT_THAT(ReadFile(*store, *artifact, "a.json"), IsOkAndHolds("a"));
}

TEST_F(LocalArtifactStoreTest, TheCatalogueIsMadeAgainFromTheManifests) {
  std::vector<std::string> before;
  {
    const auto store = Open();
    const auto first = Make(*store, "a");
    ASSERT_THAT(Make(*store, "b", {first->id()}), IsOk());
    ASSERT_THAT(Make(*store, "a"), IsOk());
    ASSERT_THAT(store->UpdateLabels(first->id(), {{"colour", "blue"}}, ""), IsOk());
    before = ListAll(*store);
  }
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::filesystem::remove(folder_.path() + "/catalogue.sqlite" + suffix);
  }
  const auto store = Open();
  EXPECT_EQ(store->rebuilt().artifacts, 2);
  EXPECT_TRUE(store->rebuilt().problems.empty());
  EXPECT_EQ(ListAll(*store), before);
  EXPECT_TRUE(store->FindByCacheKey(Sha256Of("b"))->has_value());
}

TEST_F(LocalArtifactStoreTest, ADamagedManifestIsLeftOutAndNamed) {
  std::string bad;
  {
    const auto store = Open();
    ASSERT_THAT(Make(*store, "a"), IsOk());
    bad = Make(*store, "b")->id();
  }
  std::filesystem::remove(folder_.path() + "/catalogue.sqlite");
  std::ofstream(folder_.path() + "/manifests/" + bad.substr(0, 2) + "/" + bad + ".json") << "{}";
  const auto store = Open();
  EXPECT_EQ(store->rebuilt().artifacts, 1);
  ASSERT_EQ(store->rebuilt().problems.size(), 1u);
  EXPECT_THAT(store->rebuilt().problems[0], testing::HasSubstr(bad));
}

TEST_F(LocalArtifactStoreTest, ALostRecordCostsOnlyWhatNobodyElseKnows) {
  {
    const auto store = Open();
    ASSERT_THAT(Make(*store, "a"), IsOk());
  }
  std::filesystem::remove(folder_.path() + "/catalogue.sqlite");
  std::filesystem::remove_all(folder_.path() + "/records");
  const auto store = Open();
  EXPECT_EQ(store->rebuilt().artifacts, 1);
  EXPECT_TRUE(store->FindByCacheKey(CacheKey("x.Spec", "{}", {}, "x/1"))->has_value());
}

TEST_F(LocalArtifactStoreTest, VerifyTellsOfADamagedManifest) {
  const auto store = Open();
  const std::string id = Make(*store, "a")->id();
  std::ofstream(folder_.path() + "/manifests/" + id.substr(0, 2) + "/" + id + ".json") << "{}";
  const auto verification = store->Verify(id);
  ASSERT_THAT(verification, IsOk());
  EXPECT_FALSE(verification->ok());
  EXPECT_THAT(verification->problems(0), testing::HasSubstr("manifest"));
}

TEST_F(LocalArtifactStoreTest, WhatWasDeletedDoesNotComeBack) {
  {
    const auto store = Open();
    ASSERT_THAT(store->Delete(Make(*store, "a")->id()), IsOk());
  }
  EXPECT_TRUE(Open()->List({})->artifacts.empty());
}

TEST_F(LocalArtifactStoreTest, BlobsMayLieInAFolderThatOthersShare) {
  const std::string shared = folder_.path() + "/shared";
  const auto store =
      LocalArtifactStore::Open({.folder = folder_.path() + "/data", .blobs_folder = shared});
  ASSERT_THAT(store, IsOk());
  // A worker writes the blob, the server commits the manifest.
  const auto worker = LocalBlobStore::Open(shared).value();
  const auto blob = WriteBlob(*worker, "bytes");
  ArtifactBuilder builder(**store, v1::ARTIFACT_KIND_REPORT, 1);
  ASSERT_THAT(builder.AddBlob("a", "text/plain", *blob), IsOk());
  EXPECT_THAT(builder.Commit({.spec_type = "x", .spec_json = "{}", .algorithm_version = "x/1"}),
              IsOk());
}

}  // namespace
}  // namespace widthlab::artifact
