#include "services/capture/core/capture_spec.h"

#include <algorithm>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "common/architecture/accounts.h"
#include "common/architecture/architecture.h"
#include "common/model/device_class.h"
#include "common/model/stored_model.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/byte_tokenizer.h"
#include "services/capture/core/token_sample.h"

namespace widthlab::capture {
namespace {

// What one core does with this kind of model, for estimates.
constexpr double kFlopsPerCoreSecond = 5e10;

absl::Status CheckAgainstModel(const v1::CaptureSpec& spec, const architecture::Architecture& a) {
  if (spec.sequence_length() > a.max_positions) {
    return InvalidField("sequence_length", absl::StrCat(spec.sequence_length()),
                        absl::StrCat("at most ", a.max_positions, ", the positions of the model"));
  }
  if (spec.skip_first() >= spec.sequence_length()) {
    return InvalidField("skip_first", absl::StrCat(spec.skip_first()),
                        absl::StrCat("less than sequence_length (", spec.sequence_length(), ")"));
  }
  if (a.vocab_size < tokenizer::kByteVocabularySize) {
    return InvalidField(
        "model", absl::StrCat("one with a vocabulary of ", a.vocab_size),
        absl::StrCat("one that reads bytes: at least ", tokenizer::kByteVocabularySize, " ids"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status FinishCaptureSpec(v1::CaptureSpec& spec, artifact::ArtifactStore& store) {
  absl::StatusOr<architecture::Architecture> a = model::StoredArchitecture(store, spec.model());
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

absl::StatusOr<job::v1::CostEstimate> EstimateCapture(const v1::CaptureSpec& spec,
                                                      artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const architecture::Architecture a,
                   model::StoredArchitecture(store, spec.model()));
  const int64_t tokens = int64_t{spec.sequences()} * spec.sequence_length();
  const double flops =
      static_cast<double>(tokens) *
      static_cast<double>(architecture::ForwardFlopsPerToken(a, spec.sequence_length()));
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  const int64_t cloud_bytes = CloudSize(spec) * a.layers * 2 * a.hidden_size * 4;
  job::v1::CostEstimate estimate;
  estimate.set_seconds(flops / (kFlopsPerCoreSecond * cores));
  estimate.set_artifact_bytes(cloud_bytes);
  estimate.set_peak_memory_bytes(2 * cloud_bytes + 4 * architecture::CountParameters(a).total());
  return estimate;
}

}  // namespace widthlab::capture
