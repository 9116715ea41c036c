#include "services/capture/core/sensitivity/sensitivity_spec.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/architecture/architecture.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/sensitivity/loss_spec.h"

namespace widthlab::capture {
namespace {

constexpr int64_t kBytesPerValue = 24;  // of a number in JSON

}  // namespace

absl::Status FinishSensitivitySpec(v1::SensitivitySpec& spec, artifact::ArtifactStore& store,
                                   const model::ComputeDevice& device) {
  const absl::StatusOr<architecture::Architecture> a = ArchitectureOfModel(spec.model(), store);
  if (!a.ok()) return WithContext(a.status(), "model");
  RETURN_IF_ERROR(FinishLossSpec(*a, store, device, spec));
  for (int i = 0; i < spec.layers_size(); ++i) {
    if (spec.layers(i) < a->layers) continue;
    return InvalidField(absl::StrCat("layers[", i, "]"), absl::StrCat(spec.layers(i)),
                        absl::StrCat("in [0, ", a->layers, "), the layers of the model"));
  }
  return absl::OkStatus();
}

absl::StatusOr<job::v1::CostEstimate> EstimateSensitivity(const v1::SensitivitySpec& spec,
                                                          artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const architecture::Architecture a, ArchitectureOfModel(spec.model(), store));
  const int64_t copies = 2 * int64_t{spec.draws()} + (spec.ablation() ? 1 : 0);
  PassCost cost(a, spec.sequences(), spec.sequence_length());
  cost.Add(1, 0);
  int64_t measured = 0;
  for (int64_t layer = 0; layer < a.layers; ++layer) {
    const auto& wanted = spec.layers();
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), layer) == wanted.end()) continue;
    ++measured;
    cost.Add(static_cast<double>(copies), layer + 1);
  }
  job::v1::CostEstimate estimate = cost.Estimate(2 * int64_t{spec.draws()});
  estimate.set_artifact_bytes(measured * spec.batches() * (spec.draws() + 3) * kBytesPerValue);
  return estimate;
}

}  // namespace widthlab::capture
