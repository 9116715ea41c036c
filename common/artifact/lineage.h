// Follows inputs and dependents through the catalogue.
#ifndef WIDTHLAB_COMMON_ARTIFACT_LINEAGE_H_
#define WIDTHLAB_COMMON_ARTIFACT_LINEAGE_H_

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/artifact/catalogue.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {

// The artifact `root` first, then breadth first, ids ascending within one breadth; ancestors before
// descendants. `depth` 0 follows every step.
absl::StatusOr<v1::Lineage> FollowLineage(Catalogue& catalogue, const v1::Artifact& root,
                                          LineageDirection direction, int depth);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_LINEAGE_H_
