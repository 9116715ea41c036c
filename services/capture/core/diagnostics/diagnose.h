// The diagnostics of a model, from weights and documents to the message that reports read.
//
//   ASSIGN_OR_RETURN(v1::Diagnostics diagnostics,
//                    Diagnose(spec, inputs, finished, pool, progress, cancel));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSE_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSE_H_

#include "absl/status/statusor.h"
#include "common/job/cancel_token.h"
#include "common/job/finished_parts.h"
#include "common/job/progress_sink.h"
#include "common/numeric/thread_pool.h"
#include "services/capture/core/sensitivity/measure_sensitivity.h"
#include "widthlab/capture/v1/diagnostics.pb.h"

namespace widthlab::capture {

// `spec` is resolved. Layers found in `finished`, and the passes that change all of them at once,
// are not measured again, and those that are go there. INVALID_ARGUMENT on factors[i] or
// epsilons[i] where the loss is not finite with it, on skip_first where it leaves fewer than two
// positions; FAILED_PRECONDITION LOSS_NOT_FINITE where it is not with levelled norms; errors of
// ChooseText, StreamDecoder and ModelLoss.
absl::StatusOr<v1::Diagnostics> Diagnose(const v1::DiagnoseSpec& spec,
                                         const SensitivityInputs& inputs,
                                         const job::FinishedParts& finished,
                                         numeric::ThreadPool& pool, job::ProgressSink& progress,
                                         const job::CancelToken& cancel);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSE_H_
