// The pictures of any artifact, by name: the one place that knows which there are.
//
//   ASSIGN_OR_RETURN(const ArtifactPicture picture, DrawFigure(store, "3fa9c1e2", "work"));
//   WriteFile("work.svg", picture.svg);
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_ARTIFACT_FIGURES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_ARTIFACT_FIGURES_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::pipeline {

struct FigureName {
  std::string name = {};
  std::string title = {};
};

// Those of an artifact, the one that says most first; every artifact has "lineage".
std::vector<FigureName> FiguresOf(const artifact::v1::Manifest& manifest);

struct ArtifactPicture {
  FigureName figure = {};
  std::vector<FigureName> all = {};
  // A whole file, for light and dark.
  std::string svg = {};
};

// `name` is the artifact's id, "artifacts/{id}" or its first digits; an empty `figure` is its
// first. NOT_FOUND; INVALID_ARGUMENT UNKNOWN_FIGURE lists the figures there are; DATA_LOSS for a
// damaged file.
absl::StatusOr<ArtifactPicture> DrawFigure(artifact::ArtifactStore& store, std::string_view name,
                                           std::string_view figure);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_ARTIFACT_FIGURES_H_
