// How large the states of every layer are.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_MEAN_NORMS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_MEAN_NORMS_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace widthlab::pipeline {

// Mean over the rows of X_l (ffn_in.l of the cloud file at `path`) of their Euclidean norms, for
// layers 0 … layers − 1. `check` is asked before each layer; its error ends the reading. Errors of
// the file, and of a layer that it does not have, name it. Memory: one layer as doubles.
absl::StatusOr<std::vector<double>> MeanNorms(const std::string& path, int layers,
                                              absl::FunctionRef<absl::Status()> check);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_MEAN_NORMS_H_
