// Enumerators as words for people: "topological change" of STATISTIC_TOPOLOGICAL_CHANGE.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_WORDS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_WORDS_H_

#include <string>

#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

std::string GeometryWord(geometry::v1::Geometry geometry);
std::string StatisticWord(geometry::v1::Statistic statistic);
std::string ArtifactWord(artifact::v1::ArtifactKind kind);
std::string VerdictWord(v1::Verdict verdict);

// "before the FFN" of the cloud "ffn_in".
std::string CloudWord(const std::string& cloud);

// With its first letter large: "Topological change".
std::string Capitalised(std::string words);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_WORDS_H_
