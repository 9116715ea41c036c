// A whole capture, from weights and documents to the cloud and its summary.
//
//   ASSIGN_OR_RETURN(Activations activations,
//                    Capture(spec, {a, weights, documents, folder}, pool, progress, cancel));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_ACTIVATIONS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_ACTIVATIONS_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/job/cancel_token.h"
#include "common/job/progress_sink.h"
#include "common/model/compute_device.h"
#include "common/numeric/thread_pool.h"
#include "common/tensor_io/tensor_source.h"
#include "common/tokenizer/tokenizer.h"
#include "services/capture/core/cloud.h"
#include "services/capture/core/documents.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {

struct CaptureInputs {
  architecture::Architecture architecture = {};
  std::shared_ptr<const tensor_io::TensorSource> weights = {};
  // Must outlive the capture.
  const Documents* documents = nullptr;
  // For the text of outliers; null where there is none.
  const tokenizer::Tokenizer* tokenizer = nullptr;
  // Where the cloud lies while it is made, and what a run after a crash goes on from; empty:
  // memory.
  std::string folder = {};
  // Where the model's layers run.
  model::ComputeDevice device = {};
};

struct Activations {
  Cloud cloud;
  v1::ActivationsSummary summary;
};

// `spec` is resolved. Errors: those of ChooseSequences, SampleTokens, StreamDecoder, CollectStates
// and LeaveOutExtremeNorms.
absl::StatusOr<Activations> Capture(const v1::CaptureSpec& spec, const CaptureInputs& inputs,
                                    numeric::ThreadPool& pool, job::ProgressSink& progress,
                                    const job::CancelToken& cancel);

// The points that `spec` asks for. INVALID_ARGUMENT on field "points".
absl::StatusOr<CapturePoints> PointsOf(const v1::CaptureSpec& spec);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_ACTIVATIONS_H_
