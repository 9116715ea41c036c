#include "services/capture/core/diagnostics/diagnose_spec.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "common/architecture/architecture.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/diagnostics/layer_diagnosis.h"
#include "services/capture/core/sensitivity/loss_spec.h"

namespace widthlab::capture {
namespace {

constexpr int64_t kBytesPerValue = 24;  // of a number in JSON

// Of the two spectra of a layer, in double precision.
double SpectrumFlops(double rows, double width) {
  const double least = std::min(rows, width);
  return 2 * (rows * width * least + 4 * least * least * least);
}

}  // namespace

absl::Status FinishDiagnoseSpec(v1::DiagnoseSpec& spec, artifact::ArtifactStore& store,
                                const model::ComputeDevice& device) {
  const absl::StatusOr<architecture::Architecture> a = ArchitectureOfModel(spec.model(), store);
  if (!a.ok()) return WithContext(a.status(), "model");
  RETURN_IF_ERROR(FinishLossSpec(*a, store, device, spec));
  if (IsCut(spec.input_format()) && spec.skip_first() >= spec.sequence_length()) {
    return InvalidField("skip_first", absl::StrCat(spec.skip_first()),
                        absl::StrCat("below sequence_length (", spec.sequence_length(), ")"));
  }
  return absl::OkStatus();
}

absl::StatusOr<job::v1::CostEstimate> EstimateDiagnosis(const v1::DiagnoseSpec& spec,
                                                        artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const architecture::Architecture a, ArchitectureOfModel(spec.model(), store));
  const bool scaling = Wants(spec, kScaling), additivity = Wants(spec, kAdditivity);
  const int64_t scaled = scaling ? spec.factors_size() + 1 : 0;
  const int64_t at_once = 2 * int64_t{spec.draws()};
  const int64_t noisy = additivity ? at_once * spec.epsilons_size() : 0;
  PassCost cost(a, spec.sequences(), spec.sequence_length());
  cost.Add(1.0 + (scaling ? 1 : 0) + static_cast<double>(noisy), 0);
  for (int64_t layer = 0; layer < a.layers; ++layer) {
    cost.Add(static_cast<double>(scaled), layer);
    cost.Add(static_cast<double>(noisy), layer + 1);
    if (!Wants(spec, kResidualStream)) continue;
    cost.Add(1, a.layers);
    cost.AddFlops(
        SpectrumFlops(static_cast<double>(cost.tokens()), static_cast<double>(a.hidden_size)));
  }
  job::v1::CostEstimate estimate = cost.Estimate(
      std::max<int64_t>({1, additivity ? at_once : 0, scaling ? int64_t{spec.factors_size()} : 0}));
  estimate.set_artifact_bytes(
      a.layers * kBytesPerValue *
      (spec.batches() *
           (2 * scaled + (additivity ? spec.epsilons_size() * (spec.draws() + 1) : 0) + 2) +
       20));
  return estimate;
}

}  // namespace widthlab::capture
