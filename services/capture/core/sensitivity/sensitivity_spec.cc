#include "services/capture/core/sensitivity/sensitivity_spec.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "common/architecture/accounts.h"
#include "common/architecture/architecture.h"
#include "common/model/device_class.h"
#include "common/model/model_files.h"
#include "common/model/stream_decoder.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/sensitivity/model_loss.h"

namespace widthlab::capture {
namespace {

// What one core does with this kind of model, for estimates.
constexpr double kFlopsPerCoreSecond = 5e10;
constexpr int64_t kBytesPerValue = 24;  // of a number in JSON

absl::StatusOr<architecture::Architecture> ArchitectureOf(const v1::SensitivitySpec& spec,
                                                          artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const model::ModelFiles files, model::StoredModelFiles(store, spec.model()));
  return model::ReadArchitecture(files);
}

absl::Status CheckAgainstModel(const v1::SensitivitySpec& spec,
                               const architecture::Architecture& a) {
  if (spec.input_format().empty() && spec.sequence_length() > a.max_positions) {
    return InvalidField("sequence_length", absl::StrCat(spec.sequence_length()),
                        absl::StrCat("at most ", a.max_positions, ", the positions of the model"));
  }
  for (int i = 0; i < spec.layers_size(); ++i) {
    if (spec.layers(i) < a.layers) continue;
    return InvalidField(absl::StrCat("layers[", i, "]"), absl::StrCat(spec.layers(i)),
                        absl::StrCat("in [0, ", a.layers, "), the layers of the model"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status FinishSensitivitySpec(v1::SensitivitySpec& spec, artifact::ArtifactStore& store) {
  if (spec.sequences() % spec.batches() != 0) {
    return InvalidField("batches", absl::StrCat(spec.batches()),
                        absl::StrCat("a divisor of sequences (", spec.sequences(), ")"));
  }
  if (!spec.input_format().empty() && spec.input_format() != "token_ids") {
    return InvalidField("input_format", spec.input_format(), "\"token_ids\", or empty for text");
  }
  absl::StatusOr<architecture::Architecture> a = ArchitectureOf(spec, store);
  if (!a.ok()) return WithContext(a.status(), "model");
  RETURN_IF_ERROR(CheckAgainstModel(spec, *a));
  const std::string here = model::DeviceClass();
  if (spec.device_class().empty()) spec.set_device_class(here);
  if (spec.device_class() != here) {
    return InvalidField("device_class", spec.device_class(),
                        absl::StrCat(here, ", the class of this machine"));
  }
  return absl::OkStatus();
}

absl::StatusOr<job::v1::CostEstimate> EstimateSensitivity(const v1::SensitivitySpec& spec,
                                                          artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const architecture::Architecture a, ArchitectureOf(spec, store));
  const int64_t length = std::min<int64_t>(spec.sequence_length(), a.max_positions);
  const int64_t tokens = int64_t{spec.sequences()} * length;
  const auto all = static_cast<double>(architecture::ForwardFlopsPerToken(a, length));
  const double head = 2.0 * static_cast<double>(a.hidden_size) * static_cast<double>(a.vocab_size);
  const double layer_flops = (all - head) / static_cast<double>(a.layers);
  const int64_t copies = 2 * int64_t{spec.draws()} + (spec.ablation() ? 1 : 0);
  double flops = all;
  int64_t measured = 0;
  for (int64_t layer = 0; layer < a.layers; ++layer) {
    const auto& wanted = spec.layers();
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), layer) == wanted.end()) continue;
    ++measured;
    flops += static_cast<double>(copies) *
             (head + layer_flops * static_cast<double>(a.layers - 1 - layer));
  }
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  const int64_t bytes = tokens * a.hidden_size * 4;
  const int64_t at_once =
      std::clamp<int64_t>(kStateBytesAtOnce / bytes, 1, 2 * int64_t{spec.draws()});
  job::v1::CostEstimate estimate;
  estimate.set_seconds(flops * static_cast<double>(tokens) / (kFlopsPerCoreSecond * cores));
  estimate.set_peak_memory_bytes(
      model::StreamMemoryBytes(a, model::Precision::kFloat32, at_once * tokens, length) +
      2 * bytes);
  estimate.set_artifact_bytes(measured * spec.batches() * (spec.draws() + 3) * kBytesPerValue);
  return estimate;
}

}  // namespace widthlab::capture
