#include "services/orchestrator/core/comparison/document_bootstrap.h"

#include <cmath>

#include "gtest/gtest.h"

namespace widthlab::pipeline {
namespace {

TEST(DocumentBootstrapTest, HasNoWidthWhereEveryDocumentSaysTheSame) {
  const v1::Interval i = DocumentInterval({{10, -0.5}, {20, -0.5}, {5, -0.5}}, {});
  EXPECT_DOUBLE_EQ(i.low(), -0.5);
  EXPECT_DOUBLE_EQ(i.high(), -0.5);
}

TEST(DocumentBootstrapTest, TwoDocumentsGiveTheirEnds) {
  // A quarter of all draws takes the same document twice, at either end.
  const v1::Interval i = DocumentInterval({{7, -1}, {7, 3}}, {.draws = 1000});
  EXPECT_EQ(i.low(), -1);
  EXPECT_EQ(i.high(), 3);
}

TEST(DocumentBootstrapTest, WeighsDocumentsByTokens) {
  // With nearly all tokens in one document the mean stays near that one's, unless it is not drawn.
  const v1::Interval i =
      DocumentInterval({{1000000, 2}, {1, 0}, {1, 0}}, {.draws = 4000, .alpha = 0.7});
  EXPECT_NEAR(i.high(), 2, 1e-5);
}

TEST(DocumentBootstrapTest, ComesCloseToTheNormalInterval) {
  std::vector<DocumentDifference> documents;
  for (int i = 0; i < 400; ++i) documents.push_back({100, i % 2 == 0 ? 1.0 : -1.0});
  const v1::Interval i = DocumentInterval(documents, {.draws = 4000});
  EXPECT_NEAR(i.high(), 1.96 / 20, 0.008);
  EXPECT_NEAR(i.low(), -1.96 / 20, 0.008);
}

TEST(DocumentBootstrapTest, DependsOnTheSeedAlone) {
  const std::vector<DocumentDifference> documents = {{3, 0.1}, {9, 0.4}, {4, -0.2}, {8, 0.05}};
  const v1::Interval a = DocumentInterval(documents, {.draws = 200, .seed = 1});
  const v1::Interval again = DocumentInterval(documents, {.draws = 200, .seed = 1});
  EXPECT_EQ(a.low(), again.low());
  EXPECT_EQ(a.high(), again.high());
}

TEST(DocumentBootstrapTest, IsUndefinedForOneDocument) {
  EXPECT_TRUE(std::isnan(DocumentInterval({{10, 1}}, {}).low()));
}

}  // namespace
}  // namespace widthlab::pipeline
