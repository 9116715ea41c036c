#include "services/orchestrator/core/figures/artifact_figures.h"

#include <string>
#include <vector>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/figures/lineage_figure.h"
#include "services/orchestrator/core/testing/made_arms.h"

namespace widthlab::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> NamesOf(artifact::v1::ArtifactKind kind) {
  artifact::v1::Manifest manifest;
  manifest.set_kind(kind);
  std::vector<std::string> names;
  for (const FigureName& figure : FiguresOf(manifest)) names.push_back(figure.name);
  return names;
}

TEST(ArtifactFiguresTest, EveryKindHasALineage) {
  EXPECT_THAT(NamesOf(artifact::v1::ARTIFACT_KIND_PROFILE),
              ElementsAre("work", "dimension", "lineage"));
  EXPECT_THAT(NamesOf(artifact::v1::ARTIFACT_KIND_TEXT), ElementsAre("lineage"));
  for (int kind = 1; kind < artifact::v1::ArtifactKind_ARRAYSIZE; ++kind) {
    EXPECT_EQ(NamesOf(static_cast<artifact::v1::ArtifactKind>(kind)).back(), "lineage");
  }
}

class DrawFigureTest : public testing::Test {
 protected:
  artifact::InMemoryArtifactStore store_;
  const v1::CompareSpec arms_ = MakeArms(store_, 3);
};

TEST_F(DrawFigureTest, AnEmptyNameIsTheFirst) {
  const auto picture = DrawFigure(store_, arms_.arms(1).schedule(), "");
  ASSERT_THAT(picture, IsOk());
  EXPECT_EQ(picture->figure.name, "widths");
  EXPECT_EQ(picture->figure.title, "FFN width by layer");
  EXPECT_EQ(picture->all.size(), 2u);
  EXPECT_THAT(picture->svg, HasSubstr("<title>width, layer 1: 32</title>"));
  EXPECT_THAT(picture->svg, HasSubstr("prefers-color-scheme:dark"));
}

TEST_F(DrawFigureTest, AnUnknownNameListsThoseThereAre) {
  const absl::Status status = DrawFigure(store_, arms_.arms(0).runs(0), "work").status();
  EXPECT_THAT(status, FailsOnField("figure"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("but: loss, lineage"));
  EXPECT_THAT(DrawFigure(store_, std::string(64, 'f'), ""), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(DrawFigureTest, LineageNamesKindsAndDigests) {
  const std::string& run = arms_.arms(1).runs(1);
  const auto picture = DrawFigure(store_, run, "lineage");
  ASSERT_THAT(picture, IsOk());
  EXPECT_THAT(picture->svg, HasSubstr(">training run, seed 2</text>"));
  EXPECT_THAT(picture->svg, HasSubstr(">" + run.substr(0, 12) + "</text>"));
  EXPECT_THAT(picture->svg, HasSubstr(">" + arms_.arms(1).schedule().substr(0, 12) + "</text>"));
}

TEST_F(DrawFigureTest, OfAnImportLineageIsWhatWasMadeOfIt) {
  std::string text;
  const auto run = store_.Get(arms_.arms(0).runs(0));
  for (const std::string& id : run->manifest().inputs()) {
    if (id != arms_.arms(0).schedule()) text = id;
  }
  const auto picture = DrawFigure(store_, text, "");
  ASSERT_THAT(picture, IsOk());
  // The runs of an arm are one box.
  EXPECT_THAT(picture->svg, HasSubstr(">text"));
  EXPECT_THAT(picture->svg, HasSubstr(" training runs</text>"));
}

artifact::v1::Artifact Made(const std::string& id, artifact::v1::ArtifactKind kind) {
  artifact::v1::Artifact artifact;
  artifact.set_id(id);
  artifact.mutable_manifest()->set_kind(kind);
  return artifact;
}

TEST(LineageFigureTest, ManyThingsOfAKindBecomeOneBox) {
  artifact::v1::Lineage lineage;
  *lineage.add_artifacts() = Made("top", artifact::v1::ARTIFACT_KIND_COMPARISON);
  for (int i = 0; i < 60; ++i) {
    const std::string run = "run" + std::to_string(i);
    const std::string schedule = "schedule" + std::to_string(i);
    *lineage.add_artifacts() = Made(run, artifact::v1::ARTIFACT_KIND_TRAINING_RUN);
    *lineage.add_artifacts() = Made(schedule, artifact::v1::ARTIFACT_KIND_SCHEDULE);
    for (const auto& [artifact, input] : {std::pair{std::string("top"), run}, {run, schedule}}) {
      lineage.add_edges()->set_artifact(artifact);
      lineage.mutable_edges(lineage.edges_size() - 1)->set_input(input);
    }
  }
  const std::string svg = DrawLineage(lineage, {}).svg;
  EXPECT_THAT(svg, HasSubstr(">60 training runs</text>"));
  EXPECT_THAT(svg, HasSubstr(">60 schedules</text>"));
  EXPECT_THAT(svg, HasSubstr("training run run7"));
  EXPECT_THAT(svg, HasSubstr("and 20 more"));
  EXPECT_THAT(svg, Not(HasSubstr("schedule55")));
}

}  // namespace
}  // namespace widthlab::pipeline
