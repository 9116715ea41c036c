#include "common/spec/resolve.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Code = absl::StatusCode;
using Template = pipeline::v1::GeometryGuidedTemplate;

TEST(SetFieldTest, SetsByPath) {
  Template spec;
  ASSERT_THAT(SetField(spec, "train.steps", "400"), IsOk());
  ASSERT_THAT(SetField(spec, "seeds", "1, 2,3"), IsOk());
  ASSERT_THAT(SetField(spec, "geometry_guided.geometry", "raw"), IsOk());
  ASSERT_THAT(SetField(spec, "cosine_taper.start", "1.4"), IsOk());
  ASSERT_THAT(SetField(spec, "arms", R"(["uniform"])"), IsOk());
  ASSERT_THAT(SetField(spec, "architecture.tied_embeddings", "true"), IsOk());
  EXPECT_EQ(spec.train().steps(), 400);
  EXPECT_THAT(spec.seeds(), ElementsAre(1, 2, 3));
  EXPECT_EQ(spec.geometry_guided().geometry(), geometry::v1::GEOMETRY_RAW);
  EXPECT_EQ(spec.cosine_taper().start(), 1.4);
  EXPECT_THAT(spec.arms(), ElementsAre("uniform"));
  EXPECT_TRUE(spec.architecture().tied_embeddings());
}

TEST(SetFieldTest, AListIsReplacedNotExtended) {
  Template spec;
  ASSERT_THAT(SetField(spec, "seeds", "1,2"), IsOk());
  ASSERT_THAT(SetField(spec, "seeds", "3"), IsOk());
  EXPECT_THAT(spec.seeds(), ElementsAre(3));
  ASSERT_THAT(SetField(spec, "seeds", ""), IsOk());
  EXPECT_EQ(spec.seeds_size(), 0);
}

TEST(SetFieldTest, ReachesItemsOfLists) {
  pipeline::v1::CompareSpec spec;
  ASSERT_THAT(SetField(spec, "arms[0].name", "uniform"), IsOk());
  ASSERT_THAT(SetField(spec, "arms[1]", R"({"name": "crown", "runs": ["a", "b"]})"), IsOk());
  EXPECT_EQ(spec.arms_size(), 2);
  EXPECT_EQ(spec.arms(1).runs(1), "b");
  EXPECT_THAT(SetField(spec, "arms[5].name", "x"), FailsOnField("arms[5]"));
  EXPECT_THAT(SetField(spec, "arms.name", "x"), FailsOnField("arms"));
}

TEST(SetFieldTest, SetsMessagesFromJsonAndEntriesOfMaps) {
  schedule::v1::ScheduleSpec spec;
  ASSERT_THAT(SetField(spec, "cosine_taper", R"({"end": 0.25})"), IsOk());
  EXPECT_EQ(spec.cosine_taper().end(), 0.25);
  artifact::v1::Artifact artifact;
  ASSERT_THAT(SetField(artifact, "labels.colour", "blue"), IsOk());
  ASSERT_THAT(SetField(artifact, "labels.colour", "red"), IsOk());
  EXPECT_EQ(artifact.labels().at("colour"), "red");
}

TEST(SetFieldTest, ListsTheFieldsThereAre) {
  Template spec;
  EXPECT_THAT(SetField(spec, "train.step", "1"), FailsOnField("train.step"));
  EXPECT_THAT(SetField(spec, "train.step", "1"),
              StatusIs(Code::kInvalidArgument, HasSubstr("batch_size")));
  EXPECT_THAT(SetField(spec, "nonsense", "1"), FailsOnField("nonsense"));
  EXPECT_THAT(SetField(spec, "", "1"), StatusIs(Code::kInvalidArgument));
  EXPECT_THAT(SetField(spec, "alpha.x", "1"), FailsOnField("alpha"));
}

TEST(SetFieldTest, NamesAValueThatDoesNotFit) {
  Template spec;
  EXPECT_THAT(SetField(spec, "train.steps", "many"), FailsOnField("train.steps"));
  EXPECT_THAT(SetField(spec, "seeds", "1,x"), FailsOnField("seeds[1]"));
  EXPECT_THAT(SetField(spec, "train", "{\"steps\": \"x\"}"), FailsOnField("train.steps"));
  EXPECT_THAT(SetField(spec, "train", "fast"), StatusIs(Code::kInvalidArgument));
}

}  // namespace
}  // namespace widthlab::spec
