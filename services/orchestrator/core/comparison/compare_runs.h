// Compares arms over paired seeds: from what the runs' files say to what comparison.json says.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_COMPARE_RUNS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_COMPARE_RUNS_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::pipeline {

// One training run of an arm.
struct RunRecord {
  training::v1::TrainingResult result = {};
  // The spec that was trained; unset where the run came from outside.
  std::optional<training::v1::TrainSpec> spec = {};
};

struct ArmRecord {
  // In the order of the spec's seeds.
  std::vector<RunRecord> runs = {};
};

// `arms` in the order of spec.arms, as many runs each as the spec has. INVALID_ARGUMENT names the
// run ("arms[1].runs[0]") that is not paired: another seed, other widths than its arm's first run,
// other held-out documents, or other training options than the baseline's.
absl::StatusOr<v1::Comparison> CompareRuns(const v1::CompareSpec& spec,
                                           const std::vector<ArmRecord>& arms);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_COMPARE_RUNS_H_
