// Training runs that were made elsewhere, as artifacts that can be compared and reported.
//
//   ASSIGN_OR_RETURN(const v1::ImportTrainingResultsResponse response,
//                    ImportResults(request, store, check));
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_IMPORTS_IMPORT_RESULTS_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_IMPORTS_IMPORT_RESULTS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/model/v1/model.pb.h"

namespace widthlab::training {

// What to import.
struct ResultImport {
  std::string csv = {};
  std::string source = {};
  // Shape of the model of an arm, where it is known.
  std::map<std::string, model::v1::Architecture> architectures = {};
};

struct ImportedRuns {
  std::string arm;
  // Ascending, and the artifact of each.
  std::vector<uint64_t> seeds;
  std::vector<artifact::v1::Artifact> runs;
};

// One TRAINING_RUN for each arm and seed, with result.json; the same table under the same name
// gives the same artifacts. What the table does not say is NaN in the curve, and 0 or absent
// elsewhere (docs/formats/training_run.md). INVALID_ARGUMENT: errors of ReadResultTable, all before
// anything is written; `source` that is no UTF-8; architectures[ARM] that is none, or of an arm
// that the table does not have. `check` is asked between runs, and its error ends the import.
absl::StatusOr<std::vector<ImportedRuns>> ImportResults(const ResultImport& what,
                                                        artifact::ArtifactStore& store,
                                                        absl::FunctionRef<absl::Status()> check);

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_IMPORTS_IMPORT_RESULTS_H_
