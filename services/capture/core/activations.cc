#include "services/capture/core/activations.h"

#include <utility>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/architecture/proto_form.h"
#include "common/status/macros.h"
#include "services/capture/core/collect.h"
#include "services/capture/core/norm_filter.h"
#include "services/capture/core/outliers.h"
#include "services/capture/core/sequences.h"
#include "services/capture/core/token_sample.h"

namespace widthlab::capture {
absl::StatusOr<Activations> Capture(const v1::CaptureSpec& spec, const model::Parameters& weights,
                                    absl::Span<const tokenizer::TokenDocument> documents,
                                    numeric::ThreadPool& pool, job::ProgressSink& progress,
                                    const job::CancelToken& cancel) {
  const std::vector<Sequence> all =
      CutSequences(documents, spec.sequence_length(), spec.skip_first());
  ASSIGN_OR_RETURN(const std::vector<Sequence> sequences, ChooseSequences(all, spec));
  ASSIGN_OR_RETURN(const TokenSample sample, SampleTokens(sequences, spec));
  ASSIGN_OR_RETURN(Collected collected,
                   CollectStates(weights, documents, sequences, sample, pool, progress, cancel));
  Activations result{.cloud = std::move(collected.cloud), .summary = {}};
  v1::ActivationsSummary& summary = result.summary;
  if (spec.has_max_norm_ratio()) {
    ASSIGN_OR_RETURN(const int64_t left_out, LeaveOutExtremeNorms(spec, result.cloud));
    summary.set_left_out_tokens(left_out);
  }
  for (int64_t row = 0; row < result.cloud.rows; ++row) {
    result.cloud.subsample[static_cast<size_t>(row)] = row / spec.tokens_per_subsample();
  }
  const architecture::Architecture& a = weights.architecture();
  ASSIGN_OR_RETURN(*summary.mutable_architecture(),
                   architecture::ToProto(a, architecture::MeanFfnWidth(a)));
  summary.set_subsamples(spec.subsamples());
  summary.set_tokens_per_subsample(spec.tokens_per_subsample());
  summary.set_sequences(static_cast<int32_t>(sequences.size()));
  summary.set_eligible_tokens(sample.eligible);
  summary.set_loss(collected.loss);
  for (int64_t layer = 0; layer < a.layers; ++layer) {
    *summary.add_outliers() = MeasureOutliers(result.cloud, layer);
  }
  for (const Sequence& sequence : sequences) {
    summary.add_sequence_documents(documents[sequence.document].path);
  }
  return result;
}

}  // namespace widthlab::capture
