// Makes the catalogue again from the manifests.
#ifndef WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_REBUILD_H_
#define WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_REBUILD_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "common/artifact/catalogue.h"
#include "common/artifact/manifest_folder.h"

namespace widthlab::artifact {

struct RebuildOutcome {
  int artifacts = 0;
  // One line for each manifest that could not be read; those are left out.
  std::vector<std::string> problems = {};
};

// Puts every artifact of `manifests` into `catalogue`, oldest first.
absl::StatusOr<RebuildOutcome> RebuildCatalogue(ManifestFolder& manifests, Catalogue& catalogue);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_REBUILD_H_
