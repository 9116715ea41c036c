// Runs of families of models, checked, as the fits read them.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SCALING_SCALING_DATA_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SCALING_SCALING_DATA_H_

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace widthlab::schedule {

// What a loss is fitted against; the sizes of one family, one for each run, or empty.
struct ScalingVariable {
  const char* name;
  std::vector<double> sizes;
};

struct FamilyRuns {
  std::string name;
  std::vector<ScalingVariable> variables;  // "parameters", "training_flops", "kv_bytes_per_token"
  std::vector<double> losses;
};

// A variable is there where any run has it (0 stands for none); then every run needs it.
// INVALID_ARGUMENT naming the field: no family, a name that is empty or there twice, fewer than
// three distinct sizes, a size or loss that is not finite and above 0, a family without any
// variable.
absl::Status CheckFamilies(const std::vector<FamilyRuns>& families);

int DistinctSizes(const std::vector<double>& sizes);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SCALING_SCALING_DATA_H_
