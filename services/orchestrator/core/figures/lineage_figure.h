// What an artifact was made from, as a graph whose nodes carry kind and digest.
//
//   ASSIGN_OR_RETURN(const artifact::v1::Lineage lineage, store.GetLineage(id, ...));
//   const figure::Drawing picture = DrawLineage(lineage, {});
//
// Things of one kind that were made from the same and used for the same, such as the runs of one
// arm, are one node; where there are still too many, so are all of a kind that stand in one column.
// The same graph gives the same picture.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_LINEAGE_FIGURE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_LINEAGE_FIGURE_H_

#include <string>

#include "common/figure/frame.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::pipeline {

// Of the canvas only `bare` counts: the picture is as large as the graph.
figure::Drawing DrawLineage(const artifact::v1::Lineage& lineage, const figure::Canvas& canvas);

// What tells an artifact from others of its kind: the family of a schedule, the seed of a training
// run, the source of an import; empty where nothing does.
std::string NoteOf(const artifact::v1::Manifest& manifest);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_FIGURES_LINEAGE_FIGURE_H_
