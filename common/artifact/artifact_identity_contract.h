// The part of artifact_store_contract.h about blobs, manifests, ids and cache keys.
#ifndef WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_IDENTITY_CONTRACT_H_
#define WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_IDENTITY_CONTRACT_H_

#include <string>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/artifact_store_harness.h"
#include "common/artifact/digest.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {

TEST_P(ArtifactStoreContract, GivesBackWhatWasCommitted) {
  const auto made = Make("a");
  ASSERT_THAT(made, IsOk());
  EXPECT_EQ(made->name(), "artifacts/" + made->id());
  EXPECT_EQ(made->id(), ArtifactId(made->manifest()));
  EXPECT_TRUE(made->has_create_time());
  const auto got = store().Get(made->id());
  ASSERT_THAT(got, IsOk());
  EXPECT_EQ(got->SerializeAsString(), made->SerializeAsString());
  EXPECT_THAT(ReadFile(store(), *got, "profile.json"), IsOkAndHolds("a"));
  EXPECT_THAT(FilePath(store(), *got, "profile.json"), IsOk());
  EXPECT_THAT(ReadFile(store(), *got, "other.json"),
              StatusIs(absl::StatusCode::kNotFound, testing::HasSubstr("profile.json")));
}

TEST_P(ArtifactStoreContract, FindsByNameIdAndFirstDigits) {
  const auto made = Make("a");
  ASSERT_THAT(made, IsOk());
  for (const std::string& name : {made->name(), made->id(), made->id().substr(0, 8)}) {
    const auto got = store().Get(name);
    ASSERT_THAT(got, IsOk()) << name;
    EXPECT_EQ(got->id(), made->id());
  }
  EXPECT_THAT(store().Get(std::string(64, '0')), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_EQ(FactsOf(store().Get("0000").status())->reason, "ARTIFACT_NOT_FOUND");
  for (const char* name : {"", "abc", "nonsense", "ABCDEF01", "artifacts/"}) {
    EXPECT_THAT(store().Get(name), StatusIs(absl::StatusCode::kInvalidArgument)) << name;
  }
}

TEST_P(ArtifactStoreContract, TheSameManifestIsTheFirstArtifactWithLaterProvenance) {
  const auto first = Make("a");
  const auto second = Make("a");
  ASSERT_THAT(second, IsOk());
  EXPECT_EQ(second->id(), first->id());
  EXPECT_EQ(second->create_time().SerializeAsString(), first->create_time().SerializeAsString());
  EXPECT_EQ(second->provenance().SerializeAsString(), first->provenance().SerializeAsString());
  EXPECT_EQ(first->later_provenance_size(), 0);
  EXPECT_EQ(second->later_provenance_size(), 1);
  EXPECT_EQ(ListIds({}).size(), 1u);
}

TEST_P(ArtifactStoreContract, ProvenanceIsNoPartOfTheIdentity) {
  ArtifactBuilder builder(store(), v1::ARTIFACT_KIND_REPORT, 1);
  ASSERT_THAT(builder.AddFile("b.html", "text/html", "b"), IsOk());
  ASSERT_THAT(builder.AddFile("a.html", "text/html", "a"), IsOk());
  builder.Measure("tokens_per_second", 12.5);
  builder.Version("libtorch", "2.15.0");
  const auto made = builder.Commit({.spec_type = "x.Spec",
                                    .spec_json = "{}",
                                    .algorithm_version = "x/1",
                                    .job = "jobs/training-1"});
  ASSERT_THAT(made, IsOk());
  EXPECT_EQ(made->provenance().measurements().at("tokens_per_second"), 12.5);
  EXPECT_EQ(made->provenance().versions().at("libtorch"), "2.15.0");
  EXPECT_EQ(made->provenance().job(), "jobs/training-1");
  EXPECT_EQ(made->manifest().files(0).name(), "a.html");
  EXPECT_EQ(made->id(), ArtifactId(made->manifest()));
  EXPECT_EQ(made->cache_key(), "");
}

TEST_P(ArtifactStoreContract, TheSameRequestFindsItsArtifact) {
  const auto made = Make("a");
  ASSERT_THAT(made, IsOk());
  const auto found = store().FindByCacheKey(made->cache_key());
  ASSERT_THAT(found, IsOk());
  ASSERT_TRUE(found->has_value());
  EXPECT_EQ((*found)->id(), made->id());
  const auto other = store().FindByCacheKey(std::string(64, '0'));
  ASSERT_THAT(other, IsOk());
  EXPECT_FALSE(other->has_value());
  EXPECT_THAT(store().FindByCacheKey("key"), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST_P(ArtifactStoreContract, LostOrShortenedBlobsAreNoCacheHit) {
  const auto made = Make("abc");
  ASSERT_THAT(made, IsOk());
  const std::string digest = made->manifest().files(0).digest();
  harness_->Spoil(digest, "ab");
  EXPECT_FALSE(store().FindByCacheKey(made->cache_key())->has_value());
  harness_->Lose(digest);
  EXPECT_FALSE(store().FindByCacheKey(made->cache_key())->has_value());
  ASSERT_THAT(Make("abc"), IsOk());
  EXPECT_TRUE(store().FindByCacheKey(made->cache_key())->has_value());
  EXPECT_THAT(ReadFile(store(), *made, "profile.json"), IsOkAndHolds("abc"));
}

TEST_P(ArtifactStoreContract, ACacheKeyFindsItsLatestArtifact) {
  const auto first = Make("a");
  ASSERT_THAT(first, IsOk());
  v1::Manifest other = first->manifest();
  const auto blob = WriteBlob(store().blobs(), "other bytes");
  other.mutable_files(0)->set_digest(blob->digest);
  other.mutable_files(0)->set_size_bytes(blob->size_bytes);
  const auto second = store().Create(other, first->cache_key(), {});
  ASSERT_THAT(second, IsOk());
  EXPECT_EQ((*store().FindByCacheKey(first->cache_key()))->id(), second->id());
  EXPECT_EQ(store().Get(first->id())->cache_key(), "");
  EXPECT_EQ(store().Get(second->id())->cache_key(), first->cache_key());
}

TEST_P(ArtifactStoreContract, AManifestNeedsItsBlobs) {
  const auto made = Make("a");
  ASSERT_THAT(made, IsOk());
  v1::Manifest manifest = made->manifest();
  manifest.mutable_files(0)->set_digest(Sha256Of("never written"));
  const auto status = store().Create(manifest, "", {}).status();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kFailedPrecondition,
                               testing::HasSubstr(Sha256Of("never written"))));
  EXPECT_EQ(FactsOf(status)->reason, "BLOBS_MISSING");
  EXPECT_EQ(FactsOf(status)->metadata.at("digests"), Sha256Of("never written"));
  EXPECT_EQ(ListIds({}).size(), 1u);
}

TEST_P(ArtifactStoreContract, RefusesAMalformedManifest) {
  const auto made = Make("a");
  ASSERT_THAT(made, IsOk());
  const auto refuses = [&](const char* field, auto&& change) {
    v1::Manifest manifest = made->manifest();
    change(manifest);
    EXPECT_THAT(store().Create(manifest, "", {}), FailsOnField(std::string("manifest.") + field));
  };
  refuses("kind", [](auto& m) { m.set_kind(v1::ARTIFACT_KIND_UNSPECIFIED); });
  refuses("schema_version", [](auto& m) { m.set_schema_version(0); });
  refuses("files", [](auto& m) { m.clear_files(); });
  refuses("files[1].name", [](auto& m) { *m.add_files() = m.files(0); });
  refuses("files[0].size_bytes", [](auto& m) { m.mutable_files(0)->set_size_bytes(-1); });
  refuses("files[0].media_type", [](auto& m) { m.mutable_files(0)->clear_media_type(); });
  refuses("files[0].digest", [](auto& m) { m.mutable_files(0)->set_digest("ABC"); });
  refuses("spec_type", [](auto& m) { m.clear_spec_type(); });
  refuses("spec_json", [](auto& m) { m.set_spec_json("[]"); });
  refuses("spec_json", [](auto& m) { m.set_spec_json("{"); });
  refuses("algorithm_version", [](auto& m) { m.clear_algorithm_version(); });
  refuses("inputs[0]", [](auto& m) { m.add_inputs("x"); });
  refuses("inputs[1]", [](auto& m) {
    m.add_inputs(std::string(64, 'b'));
    m.add_inputs(std::string(64, 'a'));
  });
  for (const char* name : {"", "/a", "a/", "a//b", "../a", "a/./b", "a\nb"}) {
    refuses("files[0].name", [name](auto& m) { m.mutable_files(0)->set_name(name); });
  }
  EXPECT_THAT(store().Create(made->manifest(), "key", {}), FailsOnField("cache_key"));
}

TEST_P(ArtifactStoreContract, ABuilderTakesANameOnce) {
  ArtifactBuilder builder(store(), v1::ARTIFACT_KIND_REPORT, 1);
  ASSERT_THAT(builder.AddFile("a", "text/plain", "a"), IsOk());
  EXPECT_THAT(builder.AddFile("a", "text/plain", "b"),
              StatusIs(absl::StatusCode::kInvalidArgument));
  ArtifactBuilder empty(store(), v1::ARTIFACT_KIND_REPORT, 1);
  EXPECT_THAT(empty.Commit({.spec_type = "x", .spec_json = "{}", .algorithm_version = "x/1"}),
              FailsOnField("manifest.files"));
}

TEST_P(ArtifactStoreContract, VerifySaysWhatIsWrong) {
  const auto made = Make("abc");
  ASSERT_THAT(made, IsOk());
  EXPECT_TRUE(store().Verify(made->id())->ok());
  harness_->Spoil(made->manifest().files(0).digest(), "abd");
  const auto damaged = store().Verify(made->id());
  ASSERT_THAT(damaged, IsOk());
  EXPECT_FALSE(damaged->ok());
  ASSERT_EQ(damaged->problems_size(), 1);
  EXPECT_THAT(damaged->problems(0), testing::HasSubstr("profile.json"));
  harness_->Lose(made->manifest().files(0).digest());
  EXPECT_FALSE(store().Verify(made->id())->ok());
  EXPECT_THAT(store().Verify(std::string(64, '0')), StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_IDENTITY_CONTRACT_H_
