// Runs a model over sequences and keeps the states of sampled tokens.
//
//   ASSIGN_OR_RETURN(Collected collected,
//                    CollectStates(weights, documents, sequences, sample, pool, progress, cancel));
//
// One sequence is one piece of work for one thread of the pool, so the bits do not depend on how
// many there are. Memory: the cloud, and the states of one sequence for each thread.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_COLLECT_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_COLLECT_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/job/cancel_token.h"
#include "common/job/progress_sink.h"
#include "common/model/parameters.h"
#include "common/numeric/thread_pool.h"
#include "common/tokenizer/token_document.h"
#include "services/capture/core/cloud.h"
#include "services/capture/core/sequences.h"
#include "services/capture/core/token_sample.h"

namespace widthlab::capture {

struct Collected {
  // A row for each token of the sample, in its order; subsamples are not filled in.
  Cloud cloud;
  // Mean next-token loss inside the sequences, in nats; 0 where no sequence has two tokens.
  double loss = 0;
};

// FAILED_PRECONDITION STATES_NOT_FINITE naming layer, sequence and position; CANCELLED within
// a layer's time.
absl::StatusOr<Collected> CollectStates(const model::Parameters& weights,
                                        absl::Span<const tokenizer::TokenDocument> documents,
                                        absl::Span<const Sequence> sequences,
                                        const TokenSample& sample, numeric::ThreadPool& pool,
                                        job::ProgressSink& progress,
                                        const job::CancelToken& cancel);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_COLLECT_H_
