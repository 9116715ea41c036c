#include "clients/cli/run_request.h"

#include "clients/cli/exit_code.h"
#include "clients/cli/spec_help.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(RunRequest, KnowsTheTemplatesOfTheRequest) {
  EXPECT_THAT(TemplateNames(), ElementsAre("steps", "geometry_guided", "profile_model"));
  EXPECT_EQ(TemplateType("geometry_guided")->name(), "GeometryGuidedTemplate");
  EXPECT_EQ(TemplateType("nothing"), nullptr);
}

TEST(RunRequest, TakesFieldsFromTheFileThenFromEachSetting) {
  const absl::StatusOr<pipeline::v1::RunPipelineRequest> request =
      BuildRunRequest("geometry_guided", R"({"train": {"steps": 100, "batch_size": 4}})",
                      {"train.steps=300", "train.steps=400", "seeds=1,2"});
  ASSERT_THAT(request, IsOk());
  EXPECT_EQ(request->geometry_guided().train().steps(), 400);
  EXPECT_EQ(request->geometry_guided().train().batch_size(), 4);
  EXPECT_THAT(request->geometry_guided().seeds(), ElementsAre(1, 2));
}

TEST(RunRequest, PutsTheImportedTextIntoTheTemplate) {
  pipeline::v1::RunPipelineRequest request = *BuildRunRequest("geometry_guided", "", {});
  EXPECT_THAT(SetText(request, "ab12"), IsOk());
  EXPECT_EQ(request.geometry_guided().text(), "ab12");
}

TEST(RunRequest, PutsModelsIntoTheTemplateThatHasThem) {
  pipeline::v1::RunPipelineRequest request = *BuildRunRequest("profile_model", "", {});
  EXPECT_THAT(AddModels(request, {"ab12", "/models/../x"}), IsOk());
  EXPECT_THAT(request.profile_model().models(), ElementsAre("ab12", "/x"));
  pipeline::v1::RunPipelineRequest other = *BuildRunRequest("geometry_guided", "", {});
  EXPECT_THAT(AddModels(other, {"ab12"}), FailsOnField("--model"));
}

TEST(RunRequest, RefusesTextForStepsOfTheUsersOwn) {
  pipeline::v1::RunPipelineRequest request =
      *BuildRunRequest("steps", R"({"steps": [{"id": "a"}]})", {});
  EXPECT_THAT(SetText(request, "ab12"), FailsOnField("--text"));
}

TEST(RunRequest, NamesWhatIsWrong) {
  EXPECT_THAT(BuildRunRequest("geometry_gided", "", {}),
              AllOf(FailsOnField("TEMPLATE"),
                    StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("geometry_guided"))));
  EXPECT_THAT(BuildRunRequest("geometry_guided", "{", {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("--file")));
  EXPECT_THAT(BuildRunRequest("geometry_guided", R"({"train": {"step": 1}})", {}),
              FailsOnField("train.step"));
  EXPECT_THAT(BuildRunRequest("geometry_guided", "", {"train.step=1"}), FailsOnField("train.step"));
  EXPECT_THAT(BuildRunRequest("geometry_guided", "", {"train.steps=many"}),
              FailsOnField("train.steps"));
  EXPECT_THAT(BuildRunRequest("geometry_guided", "", {"train.steps"}), FailsOnField("--set"));
  EXPECT_EQ(ExitCodeOf(BuildRunRequest("geometry_guided", "", {"=1"}).status()), kUsage);
}

TEST(SpecHelp, TellsDefaultsAndIntervalsFromTheOptionsOfTheFields) {
  const std::string help =
      SpecHelp(*TemplateType("geometry_guided"), {"train.text", "train.architecture"});
  EXPECT_THAT(help, AllOf(HasSubstr("train.steps"), HasSubstr("; default 200"),
                          HasSubstr("measure.hyperbolic_radius"),
                          HasSubstr("a number in (0, 1); default 0.9"), HasSubstr("required"),
                          Not(HasSubstr("train.text")), Not(HasSubstr("device_class"))));
}

}  // namespace
}  // namespace widthlab::cli
