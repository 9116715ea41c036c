// What the specs of steps that change a model and score its loss have in common.
//
//   // SensitivitySpec, DiagnoseSpec
//   RETURN_IF_ERROR(FinishLossSpec(architecture, store, device, spec));
//   PassCost cost(architecture, spec.sequences(), spec.sequence_length());
//   cost.Add(/*copies=*/4, /*first_layer=*/3);
//   cost.Estimate(/*copies=*/4).seconds();
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LOSS_SPEC_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LOSS_SPEC_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "common/architecture/architecture.h"
#include "common/artifact/artifact_store.h"
#include "common/model/compute_device.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/device_field.h"
#include "services/capture/core/input_format.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::capture {

// Errors are those of the model's files.
absl::StatusOr<architecture::Architecture> ArchitectureOfModel(const std::string& model,
                                                               artifact::ArtifactStore& store);

// Writes the class of `device` and the format of the text, and checks what does not concern layers,
// for a spec that spec::Resolve accepted and whose inputs exist. INVALID_ARGUMENT on the field:
// batches that do not divide sequences, input_format and input_field, sequence_length above the
// model's positions, another device class than this one.
template <typename Spec>
absl::Status FinishLossSpec(const architecture::Architecture& a, artifact::ArtifactStore& store,
                            const model::ComputeDevice& device, Spec& spec) {
  if (spec.sequences() % spec.batches() != 0) {
    return InvalidField("batches", absl::StrCat(spec.batches()),
                        absl::StrCat("a divisor of sequences (", spec.sequences(), ")"));
  }
  RETURN_IF_ERROR(FinishInputFormat(spec, store));
  if (IsCut(spec.input_format()) && spec.sequence_length() > a.max_positions) {
    return InvalidField("sequence_length", absl::StrCat(spec.sequence_length()),
                        absl::StrCat("at most ", a.max_positions, ", the positions of the model"));
  }
  return FinishDeviceClass(device, spec);
}

// Work of passes over a text that is taken to fill its sequences.
class PassCost {
 public:
  PassCost(const architecture::Architecture& a, int64_t sequences, int64_t sequence_length);

  // Passes of so many copies that run the layers from `first_layer` on, and the head.
  void Add(double copies, int64_t first_layer);
  void AddFlops(double flops) { flops_ += flops; }

  int64_t tokens() const { return tokens_; }
  // Roughly, for this machine. `copies` run at once at most.
  job::v1::CostEstimate Estimate(int64_t copies) const;

 private:
  const architecture::Architecture& a_;
  const int64_t length_;
  const int64_t tokens_;
  double layer_flops_ = 0;  // of all tokens
  double head_flops_ = 0;
  double flops_ = 0;
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LOSS_SPEC_H_
