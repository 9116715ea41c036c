#include "services/orchestrator/core/figures/artifact_figures.h"

#include <functional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/figure/panels.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/figures/arm_figures.h"
#include "services/orchestrator/core/figures/layer_figures.h"
#include "services/orchestrator/core/figures/lineage_figure.h"
#include "services/orchestrator/core/figures/loss_figures.h"
#include "services/orchestrator/core/figures/words.h"
#include "services/orchestrator/core/report/report_data.h"

namespace widthlab::pipeline {
namespace {

using artifact::ArtifactStore;
using artifact::v1::Artifact;
using figure::Drawing;

constexpr figure::Canvas kCanvas{};
constexpr figure::Canvas kPanel{.width = 720, .height = 230, .bare = true};

// Draws one figure of an artifact of the right kind.
using Draw = std::function<absl::StatusOr<Drawing>(ArtifactStore&, const Artifact&)>;

struct Figure {
  FigureName name;
  Draw draw;
};

template <typename Message>
absl::StatusOr<Message> Read(ArtifactStore& store, const Artifact& artifact,
                             std::string_view file) {
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store, artifact, file));
  Message message;
  RETURN_IF_ERROR(WithContext(spec::ParseJson(json, message), file));
  return message;
}

// A figure that follows from one message in one file.
template <typename Message>
Draw Of(std::string file, std::function<Drawing(const Message&)> draw) {
  return [file = std::move(file), draw = std::move(draw)](
             ArtifactStore& store, const Artifact& artifact) -> absl::StatusOr<Drawing> {
    ASSIGN_OR_RETURN(const Message message, Read<Message>(store, artifact, file));
    return draw(message);
  };
}

Drawing DrawAllWork(const geometry::v1::Profile& profile) {
  std::vector<figure::Panel> panels;
  for (const geometry::v1::Statistic statistic : StatisticsOf(profile)) {
    panels.push_back({Capitalised(StatisticWord(statistic)), DrawWork(profile, statistic, kPanel)});
  }
  return figure::DrawPanels(
      {"Work by layer", "Every statistic in every geometry, each over its own mean"}, panels);
}

Drawing DrawAllDimension(const geometry::v1::Profile& profile) {
  if (!HasRanks(profile)) return DrawDimension(profile, kCanvas);
  return figure::DrawPanels({"Dimension by layer", "Dimension of the clouds"},
                            {{"Intrinsic dimension, raw geometry", DrawDimension(profile, kPanel)},
                             {"Linear dimension", DrawRanks(profile, kPanel)}});
}

Drawing DrawAllLoss(const ReportData& data) {
  std::vector<figure::Panel> panels = {
      {"Validation loss", DrawValidationLoss(data.comparison, data.arms, kPanel)}};
  if (HasLossGap(data.arms)) {
    panels.push_back({absl::StrCat("Less that of ", data.comparison.baseline()),
                      DrawLossGap(data.comparison, data.arms, kPanel)});
  }
  panels.push_back({"Training loss", DrawTrainingLoss(data.comparison, data.arms, kPanel)});
  return figure::DrawPanels({"Loss while training", "Mean over seeds of every arm"}, panels);
}

// A figure that needs the runs or schedules of a comparison's arms.
Draw OfArms(std::function<Drawing(const ReportData&)> draw) {
  return [draw = std::move(draw)](ArtifactStore& store,
                                  const Artifact& artifact) -> absl::StatusOr<Drawing> {
    v1::ReportSpec spec;
    spec.set_comparison(artifact.id());
    ASSIGN_OR_RETURN(const ReportData data, ReadReportData(spec, store));
    return draw(data);
  };
}

Draw OfComparison(Drawing (*draw)(const v1::Comparison&, const figure::Canvas&)) {
  return Of<v1::Comparison>("comparison.json", [draw](const v1::Comparison& comparison) {
    return draw(comparison, kCanvas);
  });
}

absl::StatusOr<Drawing> DrawAncestors(ArtifactStore& store, const Artifact& artifact) {
  ASSIGN_OR_RETURN(
      artifact::v1::Lineage lineage,
      store.GetLineage(artifact.id(), artifact::LineageDirection::kAncestors, /*depth=*/0));
  // Of what was made from nothing here, what was made of it.
  if (lineage.artifacts_size() == 1) {
    ASSIGN_OR_RETURN(lineage,
                     store.GetLineage(artifact.id(), artifact::LineageDirection::kDescendants,
                                      /*depth=*/2));
  }
  return DrawLineage(lineage, kCanvas);
}

std::vector<Figure> ProfileFigures() {
  return {{{"work", "Work by layer"}, Of<geometry::v1::Profile>("profile.json", DrawAllWork)},
          {{"dimension", "Dimension by layer"},
           Of<geometry::v1::Profile>("profile.json", DrawAllDimension)}};
}

std::vector<Figure> ActivationsFigures() {
  return {{{"outliers", "Share of energy in outliers"},
           Of<capture::v1::ActivationsSummary>("summary.json",
                                               [](const capture::v1::ActivationsSummary& cloud) {
                                                 return DrawOutliers(cloud, kCanvas);
                                               })}};
}

std::vector<Figure> ComparisonFigures() {
  return {{{"differences", "Differences to the baseline"}, OfComparison(DrawDifferences)},
          {{"final_loss", "Final validation loss by arm and seed"}, OfComparison(DrawFinalLosses)},
          {{"loss", "Loss while training"}, OfArms(DrawAllLoss)},
          {{"widths", "FFN width by layer"}, OfArms([](const ReportData& data) {
             return DrawArmWidths(data.comparison, data.arms, kCanvas);
           })},
          {{"parameters", "Parameters by arm"}, OfComparison(DrawParameters)},
          {{"flops", "Training FLOPs by arm"}, OfComparison(DrawFlops)}};
}

// `figures` drawn of the artifact that `input` names, instead of the one asked for.
void AddFiguresOf(const std::string& input, std::vector<Figure> figures, std::vector<Figure>& all) {
  if (input.empty()) return;
  for (Figure& figure : figures) {
    all.push_back({figure.name,
                   [input, draw = std::move(figure.draw)](
                       ArtifactStore& store, const Artifact&) -> absl::StatusOr<Drawing> {
                     ASSIGN_OR_RETURN(const Artifact artifact, store.Get(input));
                     return draw(store, artifact);
                   }});
  }
}

// A report has the figures of what it is about.
std::vector<Figure> ReportFigures(const artifact::v1::Manifest& manifest) {
  v1::ReportSpec spec;
  std::vector<Figure> figures;
  if (!spec::ParseJson(manifest.spec_json(), spec).ok()) return figures;
  AddFiguresOf(spec.comparison(), ComparisonFigures(), figures);
  AddFiguresOf(spec.profile(), ProfileFigures(), figures);
  AddFiguresOf(spec.activations(), ActivationsFigures(), figures);
  return figures;
}

std::vector<Figure> OwnFigures(const artifact::v1::Manifest& manifest) {
  switch (manifest.kind()) {
    case artifact::v1::ARTIFACT_KIND_PROFILE:
      return ProfileFigures();
    case artifact::v1::ARTIFACT_KIND_ACTIVATIONS:
      return ActivationsFigures();
    case artifact::v1::ARTIFACT_KIND_COMPARISON:
      return ComparisonFigures();
    case artifact::v1::ARTIFACT_KIND_REPORT:
      return ReportFigures(manifest);
    case artifact::v1::ARTIFACT_KIND_SCHEDULE:
      return {
          {{"widths", "FFN width by layer"},
           Of<schedule::v1::Schedule>("schedule.json", [](const schedule::v1::Schedule& schedule) {
             return DrawSchedule(schedule, kCanvas);
           })}};
    case artifact::v1::ARTIFACT_KIND_TRAINING_RUN:
      return {{{"loss", "Loss while training"},
               Of<training::v1::TrainingResult>("result.json",
                                                [](const training::v1::TrainingResult& run) {
                                                  return DrawRunLoss(run, kCanvas);
                                                })}};
    default:
      return {};
  }
}

std::vector<Figure> AllFigures(const artifact::v1::Manifest& manifest) {
  std::vector<Figure> figures = OwnFigures(manifest);
  figures.push_back({{"lineage", "Lineage"}, DrawAncestors});
  return figures;
}

absl::Status UnknownFigure(std::string_view asked, const std::vector<FigureName>& all) {
  std::vector<std::string> names;
  for (const FigureName& figure : all) names.push_back(figure.name);
  const std::string allowed = absl::StrJoin(names, ", ");
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = "UNKNOWN_FIGURE",
                    .field = "figure",
                    .metadata = {{"value", std::string(asked)}, {"allowed", allowed}}},
                   absl::StrCat("there is no figure '", std::string(asked),
                                "' of this artifact, but: ", allowed));
}

}  // namespace

std::vector<FigureName> FiguresOf(const artifact::v1::Manifest& manifest) {
  std::vector<FigureName> names;
  for (const Figure& figure : AllFigures(manifest)) names.push_back(figure.name);
  return names;
}

absl::StatusOr<ArtifactPicture> DrawFigure(ArtifactStore& store, std::string_view name,
                                           std::string_view figure) {
  ASSIGN_OR_RETURN(const Artifact artifact, store.Get(name));
  ArtifactPicture picture{.all = FiguresOf(artifact.manifest())};
  for (const Figure& candidate : AllFigures(artifact.manifest())) {
    if (!figure.empty() && candidate.name.name != figure) continue;
    ASSIGN_OR_RETURN(Drawing drawing, candidate.draw(store, artifact));
    picture.figure = candidate.name;
    picture.svg = std::move(drawing.svg);
    return picture;
  }
  return UnknownFigure(figure, picture.all);
}

}  // namespace widthlab::pipeline
