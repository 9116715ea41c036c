// What every ArtifactStore keeps. Each implementation runs it:
//
//   INSTANTIATE_TEST_SUITE_P(Local, ArtifactStoreContract, testing::Values(MakeLocalHarness));
#ifndef WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_CONTRACT_H_
#define WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_CONTRACT_H_

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/artifact_store.h"
#include "common/artifact/digest.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {

// A store under test, and a way to spoil its blobs.
class ArtifactStoreHarness {
 public:
  virtual ~ArtifactStoreHarness() = default;
  virtual ArtifactStore& store() = 0;
  // Puts `bytes` under `digest` although they do not belong there.
  virtual void Spoil(const std::string& digest, const std::string& bytes) = 0;
  virtual void Lose(const std::string& digest) = 0;
};

class ArtifactStoreContract
    : public testing::TestWithParam<std::unique_ptr<ArtifactStoreHarness> (*)()> {
 protected:
  ArtifactStore& store() { return harness_->store(); }

  // An artifact with one file that holds `text`, made from `inputs`.
  absl::StatusOr<v1::Artifact> Make(const std::string& text, std::vector<std::string> inputs = {},
                                    v1::ArtifactKind kind = v1::ARTIFACT_KIND_PROFILE) {
    ArtifactBuilder builder(store(), kind, 1);
    RETURN_IF_ERROR(builder.AddFile("profile.json", "application/json", text));
    std::sort(inputs.begin(), inputs.end());
    StepIdentity identity{.spec_type = "widthlab.geometry.v1.MeasureSpec",
                          .spec_json = "{\"seed\":\"" + text + "\"}",
                          .inputs = inputs,
                          .algorithm_version = "geometry.MeasureWork/1"};
    identity.cache_key =
        CacheKey(identity.spec_type, identity.spec_json, inputs, identity.algorithm_version);
    return builder.Commit(identity);
  }

  std::vector<std::string> ListIds(const ListOptions& options) {
    const auto page = store().List(options);
    EXPECT_THAT(page, IsOk());
    std::vector<std::string> ids;
    if (page.ok()) {
      for (const v1::Artifact& artifact : page->artifacts) ids.push_back(artifact.id());
    }
    return ids;
  }

  std::unique_ptr<ArtifactStoreHarness> harness_ = GetParam()();
};

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

TEST_P(ArtifactStoreContract, AnUnknownInputIsNotFound) {
  EXPECT_THAT(Make("a", {std::string(64, '1')}), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_TRUE(ListIds({}).empty());
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

TEST_P(ArtifactStoreContract, ListsNewestFirstPageByPage) {
  std::vector<std::string> newest_first;
  for (int i = 0; i < 7; ++i) {
    newest_first.insert(newest_first.begin(), Make(std::to_string(i))->id());
  }
  EXPECT_EQ(ListIds({}), newest_first);
  std::vector<std::string> paged;
  ListOptions options{.page_size = 3};
  int pages = 0;
  do {
    const auto page = store().List(options);
    ASSERT_THAT(page, IsOk());
    for (const v1::Artifact& artifact : page->artifacts) paged.push_back(artifact.id());
    options.page_token = page->next_page_token;
    ++pages;
  } while (!options.page_token.empty());
  EXPECT_EQ(paged, newest_first);
  EXPECT_EQ(pages, 3);
}

TEST_P(ArtifactStoreContract, APageTokenBelongsToItsFilter) {
  for (int i = 0; i < 3; ++i) ASSERT_THAT(Make(std::to_string(i)), IsOk());
  const auto page = store().List({.page_size = 1});
  ASSERT_THAT(page, IsOk());
  EXPECT_THAT(store().List({.page_token = page->next_page_token, .filter = "kind = PROFILE"}),
              FailsOnField("page_token"));
  EXPECT_THAT(store().List({.page_token = "nonsense"}), FailsOnField("page_token"));
  EXPECT_THAT(store().List({.page_size = -1}), FailsOnField("page_size"));
  EXPECT_THAT(store().List({.page_size = 1001}), FailsOnField("page_size"));
}

TEST_P(ArtifactStoreContract, Filters) {
  const std::string profile = Make("a")->id();
  const std::string report = Make("b", {}, v1::ARTIFACT_KIND_REPORT)->id();
  ASSERT_THAT(store().UpdateLabels(report, {{"colour", "light \"blue\""}}, ""), IsOk());
  using testing::ElementsAre;
  EXPECT_THAT(ListIds({.filter = "kind = PROFILE"}), ElementsAre(profile));
  EXPECT_THAT(ListIds({.filter = "kind != ARTIFACT_KIND_PROFILE"}), ElementsAre(report));
  EXPECT_THAT(ListIds({.filter = R"(labels.colour = "light \"blue\"")"}), ElementsAre(report));
  EXPECT_THAT(ListIds({.filter = "labels.colour != blue AND kind=profile"}), ElementsAre(profile));
  EXPECT_THAT(ListIds({.filter = "create_time > 2020-01-01"}), ElementsAre(report, profile));
  EXPECT_THAT(ListIds({.filter = "create_time < \"2020-01-01T00:00:00Z\""}), ElementsAre());
  for (const char* filter :
       {"kind", "kind = NONE", "kind < PROFILE", "size = 3", "kind = PROFILE OR",
        "kind = PROFILE AND", "labels. = x", "labels.a = \"x", "create_time > yesterday",
        "kind = PROFILE kind = PROFILE"}) {
    EXPECT_THAT(store().List({.filter = filter}), FailsOnField("filter")) << filter;
  }
}

TEST_P(ArtifactStoreContract, LineageGoesUpAndDown) {
  const std::string text = Make("text")->id();
  const std::string model = Make("model", {text})->id();
  const std::string cloud = Make("cloud", {text, model})->id();
  const std::string other = Make("other", {text})->id();
  const auto ids = [&](const std::string& id, LineageDirection direction, int depth) {
    const auto lineage = store().GetLineage(id, direction, depth);
    EXPECT_THAT(lineage, IsOk());
    std::vector<std::string> found;
    for (const v1::Artifact& artifact : lineage->artifacts()) found.push_back(artifact.id());
    std::sort(found.begin() + 1, found.end());
    return found;
  };
  const auto sorted = [](std::vector<std::string> list) {
    std::sort(list.begin() + 1, list.end());
    return list;
  };
  EXPECT_EQ(ids(cloud, LineageDirection::kAncestors, 0), sorted({cloud, text, model}));
  EXPECT_EQ(ids(text, LineageDirection::kAncestors, 0), sorted({text}));
  EXPECT_EQ(ids(text, LineageDirection::kDescendants, 0), sorted({text, model, cloud, other}));
  EXPECT_EQ(ids(model, LineageDirection::kBoth, 0), sorted({model, text, cloud}));
  EXPECT_EQ(ids(model, LineageDirection::kDescendants, 1), sorted({model, cloud}));
  const auto lineage = store().GetLineage(cloud, LineageDirection::kAncestors, 0);
  EXPECT_EQ(lineage->edges_size(), 3);
  EXPECT_THAT(store().GetLineage(std::string(64, '0'), LineageDirection::kBoth, 0),
              StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(store().GetLineage(cloud, LineageDirection::kBoth, -1), FailsOnField("depth"));
}

TEST_P(ArtifactStoreContract, LabelsChangeUnderAnEtag) {
  const auto made = Make("a");
  ASSERT_THAT(made, IsOk());
  const auto blue = store().UpdateLabels(made->id(), {{"colour", "blue"}}, made->etag());
  ASSERT_THAT(blue, IsOk());
  EXPECT_NE(blue->etag(), made->etag());
  EXPECT_EQ(blue->labels().at("colour"), "blue");
  const auto stale = store().UpdateLabels(made->id(), {{"colour", "red"}}, made->etag());
  EXPECT_THAT(stale, StatusIs(absl::StatusCode::kAborted));
  EXPECT_EQ(FactsOf(stale.status())->reason, "ETAG_MISMATCH");
  ASSERT_THAT(store().UpdateLabels(made->id(), {}, ""), IsOk());
  EXPECT_TRUE(store().Get(made->id())->labels().empty());
  EXPECT_THAT(store().UpdateLabels(made->id(), {{"not a key", "x"}}, ""), FailsOnField("labels"));
  EXPECT_THAT(store().UpdateLabels(std::string(64, '0'), {}, ""),
              StatusIs(absl::StatusCode::kNotFound));
}

TEST_P(ArtifactStoreContract, LabelsSurviveTheSameManifestAgain) {
  const auto made = Make("a");
  ASSERT_THAT(store().UpdateLabels(made->id(), {{"colour", "blue"}}, ""), IsOk());
  EXPECT_EQ(Make("a")->labels().at("colour"), "blue");
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

TEST_P(ArtifactStoreContract, DeletesWhatNothingDependsOn) {
  const std::string text = Make("text")->id();
  const auto model = Make("model", {text});
  const auto in_use = store().Delete(text);
  EXPECT_THAT(in_use,
              StatusIs(absl::StatusCode::kFailedPrecondition, testing::HasSubstr(model->id())));
  EXPECT_EQ(FactsOf(in_use)->reason, "ARTIFACT_IN_USE");
  ASSERT_THAT(store().Delete(model->id()), IsOk());
  EXPECT_THAT(store().Get(model->id()), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_FALSE(store().FindByCacheKey(model->cache_key())->has_value());
  ASSERT_THAT(store().Delete(text), IsOk());
  EXPECT_THAT(store().Delete(text), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_TRUE(ListIds({}).empty());
}

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_CONTRACT_H_
