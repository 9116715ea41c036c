#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::spec {
namespace {

using ::testing::ElementsAre;

pipeline::v1::CompareSpec Compare() {
  pipeline::v1::CompareSpec spec;
  auto& uniform = *spec.add_arms();
  uniform.add_runs("run1");
  uniform.add_runs("run2");
  auto& guided = *spec.add_arms();
  guided.set_schedule("schedule");
  guided.add_runs("run1");
  return spec;
}

TEST(InputsTest, NamesEveryArtifactInFieldOrder) {
  std::vector<std::string> fields;
  std::vector<std::string> ids;
  for (const InputReference& input : InputsOf(Compare())) {
    fields.push_back(input.field);
    ids.push_back(input.id);
  }
  EXPECT_THAT(fields, ElementsAre("arms[0].runs[0]", "arms[0].runs[1]", "arms[1].schedule",
                                  "arms[1].runs[0]"));
  EXPECT_THAT(ids, ElementsAre("run1", "run2", "schedule", "run1"));
}

TEST(InputsTest, SaysWhichKindsFit) {
  const auto inputs = InputsOf(Compare());
  EXPECT_THAT(inputs[2].kinds, ElementsAre(artifact::v1::ARTIFACT_KIND_SCHEDULE));
}

TEST(InputsTest, ReplacesEachReference) {
  auto spec = Compare();
  ASSERT_THAT(ReplaceInputs(spec,
                            [](const InputReference& input) -> absl::StatusOr<std::string> {
                              return "new-" + input.id;
                            }),
              IsOk());
  EXPECT_EQ(spec.arms(0).runs(1), "new-run2");
  EXPECT_EQ(spec.arms(1).schedule(), "new-schedule");
  EXPECT_EQ(spec.arms(0).schedule(), "");
}

TEST(InputsTest, StopsAtTheFirstError) {
  auto spec = Compare();
  EXPECT_THAT(ReplaceInputs(spec,
                            [](const InputReference& input) -> absl::StatusOr<std::string> {
                              return NotFound("ARTIFACT_NOT_FOUND", input.field, "gone");
                            }),
              FailsOnField("arms[0].runs[0]"));
}

}  // namespace
}  // namespace widthlab::spec
