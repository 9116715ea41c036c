#include "common/spec/resolve.h"

#include <limits>

#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Code = absl::StatusCode;

geometry::v1::MeasureSpec Measure() {
  geometry::v1::MeasureSpec spec;
  spec.set_activations("abc");
  return spec;
}

TEST(ResolveTest, WritesDefaultsOut) {
  auto spec = Measure();
  ASSERT_THAT(Resolve(spec), IsOk());
  EXPECT_EQ(spec.hyperbolic_radius(), 0.9);
  EXPECT_TRUE(spec.has_seed());
  EXPECT_EQ(spec.ground_norm(), geometry::v1::GROUND_NORM_EUCLIDEAN);
  EXPECT_THAT(spec.geometries(),
              ElementsAre(geometry::v1::GEOMETRY_RAW, geometry::v1::GEOMETRY_SPHERICAL,
                          geometry::v1::GEOMETRY_HYPERBOLIC));
}

TEST(ResolveTest, KeepsWhatIsSetEvenAtZero) {
  auto spec = Measure();
  spec.set_random_starts(0);
  ASSERT_THAT(Resolve(spec), IsOk());
  EXPECT_EQ(spec.random_starts(), 0);
}

TEST(ResolveTest, ResolvingTwiceChangesNothing) {
  training::v1::TrainSpec spec;
  spec.set_text("abc");
  ASSERT_THAT(Resolve(spec), IsOk());
  const std::string once = CanonicalJson(spec);
  ASSERT_THAT(Resolve(spec), IsOk());
  EXPECT_EQ(CanonicalJson(spec), once);
}

TEST(ResolveTest, MakesMessagesThatHaveDefaultsButNoMemberOfAOneof) {
  schedule::v1::ScheduleSpec spec;
  ASSERT_THAT(Resolve(spec), IsOk());
  EXPECT_EQ(spec.architecture().layers(), 6);
  EXPECT_EQ(spec.family_case(), schedule::v1::ScheduleSpec::FAMILY_NOT_SET);
  spec.mutable_cosine_taper();
  ASSERT_THAT(Resolve(spec), IsOk());
  EXPECT_EQ(spec.cosine_taper().start(), 1.5);
}

TEST(ResolveTest, LeavesUnsetWhatHasNoDefault) {
  training::v1::TrainSpec spec;
  spec.set_text("abc");
  ASSERT_THAT(Resolve(spec), IsOk());
  EXPECT_FALSE(spec.architecture().has_kv_heads());
}

TEST(ResolveTest, UnspecifiedMeansLeftOut) {
  auto spec = Measure();
  spec.set_ground_norm(geometry::v1::GROUND_NORM_UNSPECIFIED);
  ASSERT_THAT(Resolve(spec), IsOk());
  EXPECT_EQ(spec.ground_norm(), geometry::v1::GROUND_NORM_EUCLIDEAN);
  spec.add_geometries(geometry::v1::GEOMETRY_UNSPECIFIED);
  EXPECT_THAT(Resolve(spec), FailsOnField("geometries[3]"));
}

TEST(ResolveTest, NamesFieldValueAndInterval) {
  auto spec = Measure();
  spec.set_hyperbolic_radius(1);
  EXPECT_EQ(Resolve(spec).message(), "hyperbolic_radius is 1, but must be a number in (0, 1)");
  EXPECT_THAT(Resolve(spec), FailsOnField("hyperbolic_radius"));
  spec.set_hyperbolic_radius(std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT(Resolve(spec), StatusIs(Code::kInvalidArgument, HasSubstr("NaN")));
  training::v1::TrainSpec train;
  train.set_text("abc");
  train.mutable_architecture()->add_ffn_widths(64);
  train.mutable_architecture()->add_ffn_widths(-1);
  EXPECT_THAT(Resolve(train), FailsOnField("architecture.ffn_widths[1]"));
}

TEST(ResolveTest, RefusesInfinityWhereThereIsARule) {
  schedule::v1::GeometryGuidedFamily family;
  family.set_profile("abc");
  family.set_exponent(std::numeric_limits<double>::infinity());
  EXPECT_THAT(Resolve(family), FailsOnField("exponent"));
}

TEST(ResolveTest, RefusesNaNEvenWithoutARule) {
  schedule::v1::WidthProblem problem;
  problem.add_work(std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT(Resolve(problem), FailsOnField("work[0]"));
  problem.set_work(0, std::numeric_limits<double>::infinity());
  EXPECT_THAT(Resolve(problem), IsOk());
}

TEST(ResolveTest, AsksForWhatIsRequired) {
  geometry::v1::MeasureSpec spec;
  EXPECT_THAT(Resolve(spec),
              StatusIs(Code::kInvalidArgument, HasSubstr("activations is required")));
  pipeline::v1::CompareSpec compare;
  compare.add_seeds(1);
  compare.add_arms();
  EXPECT_THAT(Resolve(compare), FailsOnField("arms[0].name"));
}

TEST(ResolveTest, ATemplatesStepsMayMissWhatTheTemplateFillsIn) {
  pipeline::v1::GeometryGuidedTemplate spec;
  EXPECT_THAT(Resolve(spec), FailsOnField("text"));
  spec.set_text("abc");
  ASSERT_THAT(Resolve(spec), IsOk());
  EXPECT_EQ(spec.train().steps(), 200);
  EXPECT_EQ(spec.geometry_guided().window(), 3);
  spec.mutable_train()->set_steps(0);
  EXPECT_THAT(Resolve(spec), FailsOnField("train.steps"));
}

TEST(ResolveTest, CountsItemsAndFindsDuplicates) {
  pipeline::v1::GeometryGuidedTemplate spec;
  spec.set_text("abc");
  for (const int seed : {3, 5, 3}) spec.add_seeds(seed);
  EXPECT_THAT(Resolve(spec), FailsOnField("seeds[2]"));
  EXPECT_THAT(Resolve(spec),
              StatusIs(Code::kInvalidArgument, HasSubstr("different from seeds[0]")));
  pipeline::v1::CompareSpec compare;
  EXPECT_THAT(Resolve(compare), StatusIs(Code::kInvalidArgument, HasSubstr("at least 1")));
  spec.clear_seeds();
  for (int i = 0; i < 1001; ++i) spec.add_seeds(i);
  EXPECT_THAT(Resolve(spec), StatusIs(Code::kInvalidArgument, HasSubstr("at most 1000")));
}

TEST(ResolveTest, AllowsOnlyTheTextsOfAList) {
  pipeline::v1::GeometryGuidedTemplate spec;
  spec.set_text("abc");
  spec.add_arms("flat");
  EXPECT_THAT(Resolve(spec), FailsOnField("arms[0]"));
}

TEST(ResolveTest, RefusesTextThatIsNotUtf8) {
  auto spec = Measure();
  spec.set_activations("\xff");
  EXPECT_THAT(Resolve(spec), FailsOnField("activations"));
}

TEST(ResolveTest, ArtifactsBecomeBareIds) {
  auto spec = Measure();
  spec.set_activations("artifacts/0123");
  ASSERT_THAT(Resolve(spec), IsOk());
  EXPECT_EQ(spec.activations(), "0123");
  spec.set_activations("step:capture");
  ASSERT_THAT(Resolve(spec), IsOk());
  EXPECT_EQ(spec.activations(), "step:capture");
}

}  // namespace
}  // namespace widthlab::spec
