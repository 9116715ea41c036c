#include "services/training/core/validation.h"

#include <cmath>
#include <vector>

#include "common/model/inner_threads.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::training {
namespace {

using ::testing::ElementsAre;
using tokenizer::TokenDocument;

TEST(SpreadTargetsTest, ShortDocumentsAreReadWhole) {
  EXPECT_THAT(SpreadTargets({100, 2, 100}, 42), ElementsAre(20, 2, 20));
  EXPECT_THAT(SpreadTargets({5, 5}, 100), ElementsAre(5, 5));
  EXPECT_THAT(SpreadTargets({5, 0, 9}, 7), ElementsAre(3, 0, 4));
  EXPECT_THAT(SpreadTargets({}, 7), ElementsAre());
}

v1::TrainSpec Spec(int64_t tokens, int length) {
  v1::TrainSpec spec;
  spec.set_validation_tokens(tokens);
  spec.set_sequence_length(length);
  return spec;
}

TokenDocument Document(const char* path, size_t size) {
  TokenDocument document{.path = path, .digest = path};
  for (size_t i = 0; i < size; ++i) document.ids.push_back(static_cast<uint32_t>(i * 7 % 11));
  return document;
}

architecture::Architecture Small() {
  return architecture::UniformArchitecture(
      {.vocab_size = 11, .hidden_size = 8, .layers = 1, .heads = 2, .ffn_width = 12});
}

TEST(ValidationSetTest, ReadsNoMoreThanItMay) {
  const std::vector<TokenDocument> documents = {Document("a", 100), Document("b", 3),
                                                Document("c", 1)};
  EXPECT_EQ(ValidationSet(documents, Spec(1000, 8)).target_count(), 101);
  EXPECT_EQ(ValidationSet(documents, Spec(40, 8)).target_count(), 40);
  // A budget of two sequences reads two documents.
  EXPECT_EQ(ValidationSet(documents, Spec(16, 8)).target_count(), 16);
}

TEST(ValidationSetTest, LossesAreMeansOverADocumentsTokens) {
  model::UseOneInnerThread();
  const std::vector<TokenDocument> documents = {Document("a", 47), Document("b", 3)};
  auto parameters = model::Parameters::Create(Small());
  ASSERT_THAT(parameters, IsOk());
  parameters->Initialise(1);
  const model::Decoder decoder(*parameters, {.longest_sequence = 8});
  numeric::ThreadPool pool(2, model::UseOneInnerThread);
  const job::CancelToken cancel;
  const auto losses = ValidationSet(documents, Spec(1000, 8)).Evaluate(decoder, pool, cancel);
  ASSERT_THAT(losses, IsOk());
  ASSERT_EQ(losses->size(), 2u);
  EXPECT_EQ((*losses)[0].document(), "a");
  EXPECT_EQ((*losses)[0].tokens(), 46);
  EXPECT_EQ((*losses)[1].tokens(), 2);
  EXPECT_NEAR((*losses)[0].loss(), std::log(11.0), 0.05);

  // The second document by hand: one sequence of two tokens.
  std::vector<double> tokens(2);
  const std::vector<int64_t> ids = {0, 7}, targets = {7, 3};
  ASSERT_THAT(decoder.Losses({ids, 1, 2}, targets, {}, absl::MakeSpan(tokens)), IsOk());
  EXPECT_DOUBLE_EQ((*losses)[1].loss(), (tokens[0] + tokens[1]) / 2);
  EXPECT_DOUBLE_EQ(MeanLoss(*losses), ((*losses)[0].loss() * 46 + (*losses)[1].loss() * 2) / 48);
}

TEST(ValidationSetTest, StopsWhenCancelled) {
  const std::vector<TokenDocument> documents = {Document("a", 47)};
  auto parameters = model::Parameters::Create(Small());
  ASSERT_THAT(parameters, IsOk());
  const model::Decoder decoder(*parameters, {.longest_sequence = 8});
  numeric::ThreadPool pool(1, model::UseOneInnerThread);
  job::CancelToken cancel;
  cancel.Cancel();
  EXPECT_THAT(ValidationSet(documents, Spec(1000, 8)).Evaluate(decoder, pool, cancel),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace widthlab::training
