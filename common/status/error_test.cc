#include "common/status/error.h"

#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab {
namespace {

using ::testing::Eq;
using ::testing::HasSubstr;

TEST(ErrorTest, InvalidFieldNamesFieldValueAndInterval) {
  const absl::Status status = InvalidField("radius", "1.5", "a number in (0, 1)");
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument,
                               Eq("radius is 1.5, but must be a number in (0, 1)")));
  const auto facts = FactsOf(status);
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->reason, "INVALID_FIELD");
  EXPECT_EQ(facts->field, "radius");
  EXPECT_EQ(facts->metadata.at("value"), "1.5");
  EXPECT_EQ(facts->metadata.at("allowed"), "a number in (0, 1)");
}

TEST(ErrorTest, ContextKeepsCodeAndFacts) {
  const absl::Status status = WithContext(CorruptFile("a.bin", "cut short"), "layer 3");
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kDataLoss, Eq("layer 3: a.bin: cut short")));
  EXPECT_THAT(status, FailsOnField("a.bin"));
}

TEST(ErrorTest, ContextLeavesOkAlone) { EXPECT_THAT(WithContext(absl::OkStatus(), "x"), IsOk()); }

TEST(ErrorTest, UnderFieldLengthensPathInMessageAndFacts) {
  const absl::Status status = UnderField(InvalidField("radius", "2", "below 1"), "spec");
  EXPECT_THAT(status, FailsOnField("spec.radius"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("spec.radius is 2"));
}

TEST(ErrorTest, PlainErrorsHaveNoFacts) {
  EXPECT_FALSE(FactsOf(absl::InternalError("boom")).has_value());
  EXPECT_FALSE(FactsOf(absl::OkStatus()).has_value());
}

absl::StatusOr<int> Half(int value) {
  if (value % 2 != 0) return InvalidField("value", "odd", "even");
  return value / 2;
}

absl::StatusOr<int> Quarter(int value) {
  ASSIGN_OR_RETURN(const int half, Half(value));
  RETURN_IF_ERROR(Half(half).status());
  return half / 2;
}

TEST(MacrosTest, ReturnTheFirstErrorOrGoOn) {
  EXPECT_THAT(Quarter(8), IsOkAndHolds(Eq(2)));
  EXPECT_THAT(Quarter(6), FailsOnField("value"));
  EXPECT_THAT(Quarter(7), StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace widthlab
