#include <set>
#include <utility>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/capture/core/sequences.h"
#include "services/capture/core/token_sample.h"

namespace widthlab::capture {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tokenizer::TokenDocument;

TokenDocument Document(size_t size) {
  TokenDocument document;
  document.ids.assign(size, 1);
  return document;
}

v1::CaptureSpec Spec(int sequences, int subsamples, int tokens) {
  v1::CaptureSpec spec;
  spec.set_seed(1);
  spec.set_sequences(sequences);
  spec.set_sequence_length(8);
  spec.set_skip_first(1);
  spec.set_subsamples(subsamples);
  spec.set_tokens_per_subsample(tokens);
  return spec;
}

TEST(SequencesTest, DocumentsAreCutAndTheShortLastPieceIsKept) {
  EXPECT_THAT(CutSequences(DocumentList({Document(10), Document(3), Document(4)}), 4, 1),
              ElementsAre(Sequence{0, 0, 4}, Sequence{0, 4, 4}, Sequence{0, 8, 2},
                          Sequence{1, 0, 3}, Sequence{2, 0, 4}));
}

TEST(SequencesTest, PiecesWithoutAnEligiblePositionAreLeftOut) {
  EXPECT_THAT(CutSequences(DocumentList({Document(5), Document(0)}), 4, 1),
              ElementsAre(Sequence{0, 0, 4}));
}

TEST(SequencesTest, TheirIdsAreReadOneAfterTheOther) {
  const DocumentList documents(
      {{.path = "a", .ids = {1, 2, 3, 4, 5}}, {.path = "b", .ids = {6, 7}}});
  const auto tokens = ReadSequences(documents, {{1, 0, 2}, {0, 1, 3}});
  ASSERT_THAT(tokens, IsOk());
  EXPECT_THAT(tokens->ids, ElementsAre(6, 7, 2, 3, 4));
  EXPECT_THAT(tokens->offsets, ElementsAre(0, 2, 5));
}

TEST(SequencesTest, TheSeedDecidesWhichAreRead) {
  const std::vector<Sequence> all = CutSequences(DocumentList({Document(400)}), 8, 1);
  v1::CaptureSpec spec = Spec(5, 1, 1);
  const auto one = ChooseSequences(all, spec);
  ASSERT_THAT(one, IsOk());
  EXPECT_EQ(one->size(), 5u);
  EXPECT_EQ(*one, *ChooseSequences(all, spec));
  spec.set_seed(2);
  EXPECT_NE(*one, *ChooseSequences(all, spec));
}

TEST(SequencesTest, TooFewSequencesSayHowManyThereAre) {
  EXPECT_THAT(ChooseSequences(CutSequences(DocumentList({Document(17)}), 8, 0), Spec(32, 1, 1)),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("sequences is 32, but must be at most 3")));
}

TEST(TokenSampleTest, TokensAreEligibleAndDrawnOnce) {
  const std::vector<Sequence> sequences = {{0, 0, 8}, {0, 8, 3}};
  const auto sample = SampleTokens(sequences, Spec(2, 3, 3));
  ASSERT_THAT(sample, IsOk());
  EXPECT_EQ(sample->eligible, 9);
  std::set<std::pair<int64_t, int64_t>> seen;
  for (const SampledToken& token : sample->tokens) {
    EXPECT_GE(token.position, 1);
    EXPECT_LT(token.position, sequences[static_cast<size_t>(token.sequence)].length);
    seen.insert({token.sequence, token.position});
  }
  EXPECT_EQ(seen.size(), 9u);
}

TEST(TokenSampleTest, TooFewNamesTheLargestCountThatFits) {
  const std::vector<Sequence> sequences = {{0, 0, 8}, {0, 8, 8}};
  EXPECT_THAT(SampleTokens(sequences, Spec(2, 3, 5)),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("tokens_per_subsample is 5, but must be at most 4: 3 subsamples "
                                 "share the 14 eligible tokens of 2 sequences")));
  EXPECT_THAT(SampleTokens(sequences, Spec(2, 3, 4)), IsOk());
  EXPECT_THAT(SampleTokens(sequences, Spec(2, 15, 1)), FailsOnField("tokens_per_subsample"));
}

TEST(TokenSampleTest, ANormLimitAddsCandidatesAtTheEnd) {
  const std::vector<Sequence> sequences = {{0, 0, 8}, {0, 8, 8}};
  v1::CaptureSpec spec = Spec(2, 2, 4);
  const auto plain = SampleTokens(sequences, spec);
  spec.set_max_norm_ratio(3);
  const auto filtered = SampleTokens(sequences, spec);
  ASSERT_THAT(plain, IsOk());
  ASSERT_THAT(filtered, IsOk());
  ASSERT_EQ(filtered->tokens.size(), 12u);
  for (size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(plain->tokens[i].sequence, filtered->tokens[i].sequence);
    EXPECT_EQ(plain->tokens[i].position, filtered->tokens[i].position);
  }
}

}  // namespace
}  // namespace widthlab::capture
