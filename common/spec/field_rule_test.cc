#include "common/spec/field_rule.h"

#include "gtest/gtest.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::spec {
namespace {

const google::protobuf::FieldDescriptor& Measure(const std::string& name) {
  return *geometry::v1::MeasureSpec::descriptor()->FindFieldByName(name);
}
const google::protobuf::FieldDescriptor& Template(const std::string& name) {
  return *pipeline::v1::GeometryGuidedTemplate::descriptor()->FindFieldByName(name);
}

TEST(FieldRuleTest, SaysWhatIsAllowed) {
  EXPECT_EQ(AllowedText(Measure("hyperbolic_radius")), "a number in (0, 1)");
  EXPECT_EQ(AllowedText(Measure("random_starts")), "a whole number in [0, 1000]");
  EXPECT_EQ(AllowedText(Measure("seed")), "a whole number");
  EXPECT_EQ(AllowedText(Measure("ground_norm")), "one of EUCLIDEAN, MAXIMUM");
  EXPECT_EQ(AllowedText(Measure("activations")), "the id of an artifact of kind ACTIVATIONS");
  EXPECT_EQ(AllowedText(Template("negligible_difference")), "a number above 0");
  EXPECT_EQ(AllowedText(Template("arms")),
            "one of uniform, cosine_taper, geometry_guided, inverse_work");
}

TEST(FieldRuleTest, WritesDefaultsAsAClientWould) {
  EXPECT_EQ(DefaultText(Measure("hyperbolic_radius")), "0.9");
  EXPECT_EQ(DefaultText(Measure("ground_norm")), "EUCLIDEAN");
  EXPECT_EQ(DefaultText(Measure("geometries")), "RAW,SPHERICAL,HYPERBOLIC");
  EXPECT_EQ(DefaultText(Template("seeds")), "1,2,3");
  EXPECT_EQ(DefaultText(Template("floor")), "");
  EXPECT_TRUE(HasDefault(Template("seeds")));
  EXPECT_FALSE(HasDefault(Template("floor")));
}

TEST(FieldRuleTest, NamesTypes) {
  EXPECT_EQ(TypeText(Measure("hyperbolic_radius")), "double");
  EXPECT_EQ(TypeText(Measure("geometries")), "list of Geometry");
  EXPECT_EQ(TypeText(Template("seeds")), "list of uint64");
  EXPECT_EQ(TypeText(Template("train")), "TrainSpec");
}

}  // namespace
}  // namespace widthlab::spec
