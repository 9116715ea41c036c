#include "services/training/core/corpus.h"

#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::training {
namespace {

using ::testing::ElementsAre;
using tokenizer::TokenDocument;

std::vector<TokenDocument> Documents(const std::vector<std::string>& digests) {
  std::vector<TokenDocument> documents;
  for (size_t i = 0; i < digests.size(); ++i) {
    const auto id = static_cast<uint32_t>(i);
    documents.push_back({.path = "d" + std::to_string(i), .digest = digests[i], .ids = {id, id}});
  }
  return documents;
}

std::vector<std::string> Held(const Corpus& corpus) {
  std::vector<std::string> paths;
  for (const TokenDocument& document : corpus.validation) paths.push_back(document.path);
  return paths;
}

TEST(CorpusTest, TheSmallestDigestsAreHeldOut) {
  const auto corpus = MakeCorpus(Documents({"c", "a", "d", "b"}), 0.5);
  ASSERT_THAT(corpus, IsOk());
  EXPECT_THAT(Held(*corpus), ElementsAre("d1", "d3"));
  EXPECT_THAT(corpus->training, ElementsAre(0, 0, 2, 2));
}

TEST(CorpusTest, TheSplitDoesNotDependOnNames) {
  std::vector<TokenDocument> documents = Documents({"c", "a", "d", "b"});
  documents[1].path = "z";
  const auto corpus = MakeCorpus(documents, 0.25);
  ASSERT_THAT(corpus, IsOk());
  EXPECT_THAT(Held(*corpus), ElementsAre("z"));
}

TEST(CorpusTest, AtLeastOneAndNeverAllAreHeldOut) {
  EXPECT_EQ(MakeCorpus(Documents({"a", "b"}), 0.01)->validation.size(), 1u);
  EXPECT_EQ(MakeCorpus(Documents({"a", "b"}), 0.99)->validation.size(), 1u);
}

TEST(CorpusTest, CopiesOfOneDocumentStayTogether) {
  const auto corpus = MakeCorpus(Documents({"a", "a", "b", "c"}), 0.25);
  ASSERT_THAT(corpus, IsOk());
  EXPECT_THAT(Held(*corpus), ElementsAre("d0", "d1"));
  EXPECT_EQ(MakeCorpus(Documents({"a", "a"}), 0.5)->validation.size(), 1u);
}

TEST(CorpusTest, ASingleDocumentIsCut) {
  TokenDocument document{.path = "book", .digest = "a", .ids = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
  const auto corpus = MakeCorpus({document}, 0.3);
  ASSERT_THAT(corpus, IsOk());
  EXPECT_THAT(corpus->training, ElementsAre(0, 1, 2, 3, 4, 5, 6));
  EXPECT_THAT(corpus->validation.at(0).ids, ElementsAre(7, 8, 9));
}

TEST(CorpusTest, TooLittleTextIsRefused) {
  EXPECT_THAT(MakeCorpus({}, 0.1), FailsOnField("text"));
  EXPECT_THAT(MakeCorpus({{.path = "p", .digest = "a", .ids = {1, 2, 3}}}, 0.1),
              FailsOnField("text"));
}

}  // namespace
}  // namespace widthlab::training
