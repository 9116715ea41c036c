#include "services/capture/core/activations.h"

#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/architecture/proto_form.h"
#include "common/model/stream_decoder.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/collect.h"
#include "services/capture/core/input_format.h"
#include "services/capture/core/norm_filter.h"
#include "services/capture/core/outlier_tokens.h"
#include "services/capture/core/outliers.h"
#include "services/capture/core/sequences.h"
#include "services/capture/core/token_sample.h"

namespace widthlab::capture {
namespace {

// What is read, and which of it is kept.
struct Plan {
  std::vector<Sequence> sequences = {};
  TokenSample sample = {};
};

// Most tokens of which all are kept: the states of more would not fit into any memory.
constexpr int64_t kMostKept = int64_t{1} << 24;

absl::StatusOr<TokenSample> EveryToken(absl::Span<const Sequence> sequences) {
  int64_t count = 0;
  for (const Sequence& sequence : sequences) count += sequence.length;
  if (count > kMostKept) {
    return InvalidField("keep_all", absl::StrCat("asked of ", count, " tokens"),
                        absl::StrCat("asked of at most ", kMostKept, "; keep a sample instead"));
  }
  TokenSample sample;
  for (size_t i = 0; i < sequences.size(); ++i) {
    for (int64_t position = 0; position < sequences[i].length; ++position) {
      sample.tokens.push_back({static_cast<int64_t>(i), position});
    }
  }
  sample.eligible = static_cast<int64_t>(sample.tokens.size());
  return sample;
}

absl::StatusOr<Plan> MakePlan(const v1::CaptureSpec& spec, const Documents& documents) {
  const int64_t length = IsCut(spec.input_format()) ? int64_t{spec.sequence_length()}
                                                    : std::numeric_limits<int64_t>::max() / 2;
  const std::vector<Sequence> all =
      CutSequences(documents, length, spec.keep_all() ? 0 : spec.skip_first());
  Plan plan;
  if (spec.keep_all()) {
    if (all.empty()) return InvalidField("text", "empty", "text with at least one token");
    plan.sequences = all;
    ASSIGN_OR_RETURN(plan.sample, EveryToken(all));
    return plan;
  }
  ASSIGN_OR_RETURN(plan.sequences, ChooseSequences(all, spec));
  ASSIGN_OR_RETURN(plan.sample, SampleTokens(plan.sequences, spec));
  return plan;
}

// Subsamples by row, after the rows to be kept are known.
absl::Status FinishRows(const v1::CaptureSpec& spec, Cloud& cloud,
                        v1::ActivationsSummary& summary) {
  if (spec.keep_all()) {
    summary.set_subsamples(1);
    summary.set_tokens_per_subsample(static_cast<int32_t>(cloud.rows));
    return absl::OkStatus();
  }
  if (spec.has_max_norm_ratio()) {
    ASSIGN_OR_RETURN(const int64_t left_out, LeaveOutExtremeNorms(spec, cloud));
    summary.set_left_out_tokens(left_out);
  }
  for (int64_t row = 0; row < cloud.rows; ++row) {
    cloud.subsample[static_cast<size_t>(row)] = row / spec.tokens_per_subsample();
  }
  summary.set_subsamples(spec.subsamples());
  summary.set_tokens_per_subsample(spec.tokens_per_subsample());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<CapturePoints> PointsOf(const v1::CaptureSpec& spec) {
  CapturePoints points;
  if (spec.points().empty()) return points;
  points.ffn_in = points.ffn_out = false;
  for (const std::string& name : spec.points()) {
    if (name == "ffn_in") {
      points.ffn_in = true;
    } else if (name == "ffn_out") {
      points.ffn_out = true;
    } else if (name == "attention_out") {
      points.attention_out = true;
    } else if (name == "ffn_norm") {
      points.ffn_norm = true;
    } else if (name == "ffn_update") {
      points.ffn_update = true;
    } else {
      return InvalidField("points", name,
                          "any of ffn_in, ffn_out, attention_out, ffn_norm, ffn_update");
    }
  }
  return points;
}

absl::StatusOr<Activations> Capture(const v1::CaptureSpec& spec, const CaptureInputs& inputs,
                                    numeric::ThreadPool& pool, job::ProgressSink& progress,
                                    const job::CancelToken& cancel) {
  const architecture::Architecture& a = inputs.architecture;
  ASSIGN_OR_RETURN(const CapturePoints points, PointsOf(spec));
  ASSIGN_OR_RETURN(const Plan plan, MakePlan(spec, *inputs.documents));
  ASSIGN_OR_RETURN(
      const std::unique_ptr<model::StreamDecoder> decoder,
      model::StreamDecoder::Create(a, inputs.weights,
                                   {.pool = &pool,
                                    .precision = spec.dtype().empty() ? model::Precision::kFloat32
                                                                      : model::Precision::kBFloat16,
                                    .cancelled = [&cancel] { return cancel.IsCancelled(); },
                                    .device = inputs.device}));
  ASSIGN_OR_RETURN(const SequenceTokens tokens, ReadSequences(*inputs.documents, plan.sequences));
  const model::TokenSequences sequences{tokens.ids, tokens.offsets};
  RETURN_IF_ERROR(decoder->Check(sequences));
  ASSIGN_OR_RETURN(Collected collected, CollectStates({.decoder = *decoder,
                                                       .tokens = sequences,
                                                       .sample = plan.sample.tokens,
                                                       .points = points,
                                                       .logits = spec.logits(),
                                                       .folder = inputs.folder,
                                                       .progress = progress,
                                                       .cancel = cancel}));
  Activations result{.cloud = std::move(collected.cloud), .summary = {}};
  v1::ActivationsSummary& summary = result.summary;
  // Rows move within the cloud's files: what is kept of the layers no longer fits them.
  if (spec.has_max_norm_ratio()) ForgetStates(inputs.folder);
  RETURN_IF_ERROR(FinishRows(spec, result.cloud, summary));
  ASSIGN_OR_RETURN(*summary.mutable_architecture(),
                   architecture::ToProto(a, architecture::MeanFfnWidth(a)));
  summary.set_sequences(static_cast<int32_t>(plan.sequences.size()));
  summary.set_eligible_tokens(plan.sample.eligible);
  summary.set_loss(collected.loss);
  for (int64_t layer = 0; layer < a.layers; ++layer) {
    *summary.add_outliers() = MeasureOutliers(result.cloud, layer);
  }
  NameOutliers(result.cloud,
               {.ids = tokens.ids, .offsets = tokens.offsets, .tokenizer = inputs.tokenizer},
               summary);
  for (const Sequence& sequence : plan.sequences) {
    summary.add_sequence_documents(inputs.documents->Path(sequence.document));
  }
  return result;
}

}  // namespace widthlab::capture
