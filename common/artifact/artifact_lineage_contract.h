// The part of artifact_store_contract.h about inputs: what was made from what, and what may go.
#ifndef WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_LINEAGE_CONTRACT_H_
#define WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_LINEAGE_CONTRACT_H_

#include <algorithm>
#include <string>
#include <vector>

#include "common/artifact/artifact_store_harness.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {

TEST_P(ArtifactStoreContract, AnUnknownInputIsNotFound) {
  EXPECT_THAT(Make("a", {std::string(64, '1')}), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_TRUE(ListIds({}).empty());
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

#endif  // WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_LINEAGE_CONTRACT_H_
