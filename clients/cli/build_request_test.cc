#include "clients/cli/build_request.h"

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

BuildWords Words(std::string family, std::vector<std::string> settings) {
  return {.family = std::move(family),
          .layers = "16",
          .d_model = "640",
          .ffn_width = "2560",
          .settings = std::move(settings)};
}

TEST(BuildRequestTest, KeysAreThoseOfTheFamilyTheSpecAndTheModel) {
  const auto spec = BuildSpec(Words("cosine_taper", {"start=1.4", "quantum=128", "heads=8"}));
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->architecture().layers(), 16);
  EXPECT_EQ(spec->architecture().hidden_size(), 640);
  EXPECT_EQ(spec->architecture().ffn_width(), 2560);
  EXPECT_EQ(spec->architecture().heads(), 8);
  EXPECT_EQ(spec->cosine_taper().start(), 1.4);
  EXPECT_EQ(spec->quantum(), 128);
}

TEST(BuildRequestTest, AFamilysOwnKeyComesFirst) {
  const auto spec =
      BuildSpec(Words("hourglass", {"quantum=64", "vocabulary=100263", "matching=allocated"}));
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->hourglass().quantum(), 64);
  EXPECT_FALSE(spec->has_quantum());
  EXPECT_EQ(spec->hourglass().matching(), schedule::v1::PARAMETER_MATCHING_ALLOCATED);
}

TEST(BuildRequestTest, ListsAreJoinedByCommas) {
  const auto spec = BuildSpec(Words("explicit", {"ffn_widths=64,0,128"}));
  ASSERT_THAT(spec, IsOk());
  EXPECT_THAT(spec->explicit_().ffn_widths(), testing::ElementsAre(64, 0, 128));
}

TEST(BuildRequestTest, WhatIsMissingOrUnknownIsNamed) {
  BuildWords words = Words("uniform", {});
  words.d_model = "";
  EXPECT_THAT(BuildSpec(words), FailsOnField("--d-model"));
  EXPECT_THAT(BuildSpec(Words("cosine_tapir", {})), FailsOnField("--family"));
  EXPECT_THAT(BuildSpec(Words("uniform", {"quantum"})), FailsOnField("--set"));
  EXPECT_THAT(BuildSpec(Words("uniform", {"no_such_key=1"})),
              StatusIs(absl::StatusCode::kInvalidArgument));
  words = Words("uniform", {});
  words.layers = "many";
  EXPECT_THAT(BuildSpec(words), FailsOnField("architecture.layers"));
}

}  // namespace
}  // namespace widthlab::cli
