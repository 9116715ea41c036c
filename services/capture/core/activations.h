// A whole capture, from weights and documents to the cloud and its summary.
//
//   ASSIGN_OR_RETURN(Activations activations,
//                    Capture(spec, weights, documents, pool, progress, cancel));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_ACTIVATIONS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_ACTIVATIONS_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/job/cancel_token.h"
#include "common/job/progress_sink.h"
#include "common/model/parameters.h"
#include "common/numeric/thread_pool.h"
#include "common/tokenizer/token_document.h"
#include "services/capture/core/cloud.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {

struct Activations {
  Cloud cloud;
  v1::ActivationsSummary summary;
};

// `spec` is resolved. Errors: those of ChooseSequences, SampleTokens, CollectStates and
// LeaveOutExtremeNorms.
absl::StatusOr<Activations> Capture(const v1::CaptureSpec& spec, const model::Parameters& weights,
                                    absl::Span<const tokenizer::TokenDocument> documents,
                                    numeric::ThreadPool& pool, job::ProgressSink& progress,
                                    const job::CancelToken& cancel);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_ACTIVATIONS_H_
