// The order in which the steps of a pipeline can run.
//
//   OrderSteps({"report", "train"}, {{"train"}, {}});   // {1, 0}
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_STEP_GRAPH_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_STEP_GRAPH_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::pipeline {

// Positions of the steps, each after all that it depends on; among those that could come next the
// first as given. `depends_on[i]` are the ids that step i names, all known. INVALID_ARGUMENT
// STEP_CYCLE names a cycle: "a -> b -> a", where a reads a result of b.
absl::StatusOr<std::vector<int>> OrderSteps(
    const std::vector<std::string>& ids, const std::vector<std::vector<std::string>>& depends_on);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_STEP_GRAPH_H_
