#include "services/orchestrator/core/report/page.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::pipeline {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ReportArm Arm(const std::string& name, double loss) {
  ReportArm arm;
  arm.comparison.set_name(name);
  arm.comparison.add_ffn_widths(96);
  arm.comparison.add_ffn_widths(32);
  arm.comparison.add_validation_loss(loss);
  arm.comparison.set_mean_validation_loss(loss);
  arm.comparison.mutable_accounts()->set_total_parameters(12345);
  training::v1::TrainingResult run;
  training::v1::TrainingMetric& metric = *run.add_metrics();
  metric.set_step(1);
  metric.set_training_loss(5);
  metric.set_validation_loss(loss);
  arm.runs.push_back(run);
  return arm;
}

ReportData Data() {
  ReportData data;
  data.arms = {Arm("uniform", 2.5), Arm("<img src=x>", 2.4)};
  data.arms[0].comparison.set_verdict(v1::VERDICT_BASELINE);
  data.arms[1].comparison.set_verdict(v1::VERDICT_INCONCLUSIVE);
  data.arms[1].comparison.set_verdict_text("inconclusive & so on");
  data.arms[1].comparison.mutable_difference()->set_mean(-0.1);
  data.arms[1].comparison.mutable_difference()->add_differences(-0.1);
  data.comparison.set_metric("final validation loss");
  data.comparison.set_baseline("uniform");
  data.comparison.set_alpha(0.05);
  data.comparison.add_seeds(1);
  for (const ReportArm& arm : data.arms) *data.comparison.add_arms() = arm.comparison;

  geometry::v1::Profile& profile = data.profile.emplace();
  profile.set_layers(2);
  geometry::v1::WorkCurve& curve = *profile.add_work();
  curve.set_geometry(geometry::v1::GEOMETRY_HYPERBOLIC);
  curve.set_statistic(geometry::v1::STATISTIC_TOPOLOGICAL_CHANGE);
  curve.add_layers()->set_mean(1.5);
  curve.add_layers()->set_mean(0.5);
  geometry::v1::DimensionCurve& dimension = *profile.add_dimensions();
  dimension.set_geometry(geometry::v1::GEOMETRY_RAW);
  dimension.set_cloud("ffn_in");
  dimension.add_two_nn()->set_mean(7.25);
  dimension.add_two_nn()->set_undefined_reason("points on a line");
  data.activations.emplace().add_outliers()->set_top_token_share(0.25);
  data.reference.emplace().set_validation_loss(2.75);
  data.sources.push_back({.role = "profile",
                          .id = "abcdef0123",
                          .spec_type = "widthlab.geometry.v1.MeasureSpec",
                          .spec_json = "{\"seed\":\"0\"}"});
  return data;
}

TEST(PageTest, ShowsEveryPartOfARun) {
  const std::string page = RenderPage(Data());
  for (const char* id :
       {"summary", "arms", "evidence", "widths", "work", "dimension", "cloud", "loss", "recipe"}) {
    EXPECT_THAT(page, HasSubstr(std::string("<section id=\"") + id + "\">"));
  }
  for (const char* words : {"topological change, hyperbolic", "undefined", "25.0 %", "2.7500",
                            "inconclusive &amp; so on", "widthctl artifact reproduce abcdef0123"}) {
    EXPECT_THAT(page, HasSubstr(words));
  }
}

TEST(PageTest, EscapesWhatItWasGiven) {
  const std::string page = RenderPage(Data());
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("&lt;img src=x&gt;"));
}

TEST(PageTest, NeedsNothingFromOutside) {
  const std::string page = RenderPage(Data());
  for (const char* outside : {"href=", "https:", "<script", "@import", "url(", "src=\""}) {
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  }
}

TEST(PageTest, HasTheSameBytesEveryTime) { EXPECT_EQ(RenderPage(Data()), RenderPage(Data())); }

TEST(PageTest, LeavesOutWhatWasNotMeasured) {
  ReportData data = Data();
  data.profile.reset();
  data.activations.reset();
  const std::string page = RenderPage(data);
  EXPECT_THAT(page, Not(HasSubstr("id=\"work\"")));
  EXPECT_THAT(page, Not(HasSubstr("id=\"cloud\"")));
}

}  // namespace
}  // namespace widthlab::pipeline
