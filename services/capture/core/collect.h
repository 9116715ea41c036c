// Runs a model over sequences, layer by layer, and keeps the states of sampled tokens.
//
//   const CaptureRun run{.decoder = *decoder, .tokens = tokens, .sample = sample, ...};
//   ASSIGN_OR_RETURN(Collected collected, CollectStates(run));
//
// Memory: the states of all tokens (twice) and what the decoder needs; the cloud lies in files
// below `folder`. There, after every layer, the states are kept as well, so that the same run in
// the same folder goes on after the last layer that was finished.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_COLLECT_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_COLLECT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/job/cancel_token.h"
#include "common/job/progress_sink.h"
#include "common/model/stream_decoder.h"
#include "services/capture/core/cloud.h"
#include "services/capture/core/token_sample.h"

namespace widthlab::capture {

struct CaptureRun {
  const model::StreamDecoder& decoder;
  const model::TokenSequences& tokens;  // that decoder.Check accepted
  absl::Span<const SampledToken> sample;
  CapturePoints points = {};
  bool logits = false;
  std::string folder = {};  // empty: memory, and nothing to go on from
  job::ProgressSink& progress;
  const job::CancelToken& cancel;
};

struct Collected {
  // A row for each token of the sample, in its order; subsamples are not filled in.
  Cloud cloud;
  // Mean next-token loss inside the sequences, in nats; 0 where no sequence has two tokens.
  double loss = 0;
};

// FAILED_PRECONDITION STATES_NOT_FINITE naming layer, sequence and position, or WEIGHTS_NOT_FINITE
// naming the tensor; CANCELLED within a block's time; those of the decoder and of the files.
absl::StatusOr<Collected> CollectStates(const CaptureRun& run);

// Takes away what another run in this folder would go on from.
void ForgetStates(const std::string& folder);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_COLLECT_H_
