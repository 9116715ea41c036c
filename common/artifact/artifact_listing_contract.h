// The part of artifact_store_contract.h about pages, filters and labels.
#ifndef WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_LISTING_CONTRACT_H_
#define WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_LISTING_CONTRACT_H_

#include <string>
#include <vector>

#include "common/artifact/artifact_store_harness.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {

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

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_LISTING_CONTRACT_H_
