#include "services/capture/core/capture_spec.h"

#include <algorithm>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "common/architecture/accounts.h"
#include "common/architecture/architecture.h"
#include "common/model/model_files.h"
#include "common/model/stream_memory.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/byte_tokenizer.h"
#include "services/capture/core/activations.h"
#include "services/capture/core/device_field.h"
#include "services/capture/core/input_format.h"
#include "services/capture/core/token_sample.h"

namespace widthlab::capture {
namespace {

// What one core does with this kind of model, for estimates.
constexpr double kFlopsPerCoreSecond = 5e10;

absl::StatusOr<architecture::Architecture> ArchitectureOf(const v1::CaptureSpec& spec,
                                                          artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const model::ModelFiles files, model::StoredModelFiles(store, spec.model()));
  return model::ReadArchitecture(files);
}

absl::Status CheckWords(const v1::CaptureSpec& spec) {
  RETURN_IF_ERROR(PointsOf(spec).status());
  if (!spec.dtype().empty() && spec.dtype() != "bfloat16") {
    return InvalidField("dtype", spec.dtype(), "\"bfloat16\", or empty for float32");
  }
  return absl::OkStatus();
}

// Token ids are not cut: their rows are checked once they are read.
absl::Status CheckText(const v1::CaptureSpec& spec, const architecture::Architecture& a) {
  if (spec.sequence_length() > a.max_positions) {
    return InvalidField("sequence_length", absl::StrCat(spec.sequence_length()),
                        absl::StrCat("at most ", a.max_positions, ", the positions of the model"));
  }
  if (!spec.keep_all() && spec.skip_first() >= spec.sequence_length()) {
    return InvalidField("skip_first", absl::StrCat(spec.skip_first()),
                        absl::StrCat("less than sequence_length (", spec.sequence_length(), ")"));
  }
  if (spec.input_format().empty() && a.model_type == "widthlab" &&
      a.vocab_size < tokenizer::kByteVocabularySize) {
    return InvalidField(
        "model", absl::StrCat("one with a vocabulary of ", a.vocab_size),
        absl::StrCat("one that reads bytes: at least ", tokenizer::kByteVocabularySize, " ids"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status FinishCaptureSpec(v1::CaptureSpec& spec, artifact::ArtifactStore& store,
                               const model::ComputeDevice& device) {
  RETURN_IF_ERROR(CheckWords(spec));
  RETURN_IF_ERROR(FinishInputFormat(spec, store));
  absl::StatusOr<architecture::Architecture> a = ArchitectureOf(spec, store);
  if (!a.ok()) return WithContext(a.status(), "model");
  if (IsCut(spec.input_format())) RETURN_IF_ERROR(CheckText(spec, *a));
  return FinishDeviceClass(device, spec);
}

absl::StatusOr<job::v1::CostEstimate> EstimateCapture(const v1::CaptureSpec& spec,
                                                      artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const architecture::Architecture a, ArchitectureOf(spec, store));
  ASSIGN_OR_RETURN(const CapturePoints points, PointsOf(spec));
  const int64_t length = std::min<int64_t>(spec.sequence_length(), a.max_positions);
  const int64_t tokens = int64_t{spec.sequences()} * length;
  return EstimateTokens(
      a, tokens, length, spec.keep_all() ? tokens : CloudSize(spec), spec.dtype(),
      points.ffn_in + points.ffn_out + points.attention_out + points.ffn_norm + points.ffn_update);
}

job::v1::CostEstimate EstimateTokens(const architecture::Architecture& a, int64_t tokens,
                                     int64_t length, int64_t rows, std::string_view dtype,
                                     int64_t points) {
  const double flops = static_cast<double>(tokens) *
                       static_cast<double>(architecture::ForwardFlopsPerToken(a, length));
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  const model::Precision precision =
      dtype == "bfloat16" ? model::Precision::kBFloat16 : model::Precision::kFloat32;
  job::v1::CostEstimate estimate;
  estimate.set_seconds(flops / (kFlopsPerCoreSecond * cores));
  estimate.set_artifact_bytes(rows * a.layers * points * a.hidden_size * 4);
  estimate.set_peak_memory_bytes(model::StreamMemoryBytes(a, precision, tokens, length) +
                                 2 * rows * a.hidden_size * 4);
  return estimate;
}

}  // namespace widthlab::capture
