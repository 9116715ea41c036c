// From what was measured on one or several models to what correlations.json says.
//
// Every statistic of a model against each of lambda, ablation and norm that the model has; every
// statistic measured again on scaled states against the norm and against itself unscaled; and what
// two models have in common, at equal relative depth (relative_depth.h).
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_MODELS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_MODELS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "common/job/cancel_token.h"
#include "common/job/progress_sink.h"
#include "common/numeric/thread_pool.h"
#include "services/orchestrator/core/diagnostics/correlate_series.h"
#include "services/orchestrator/core/diagnostics/read_models.h"
#include "widthlab/pipeline/v1/correlations.pb.h"

namespace widthlab::pipeline {

// The same bytes for any number of threads. CANCELLED within a few correlations.
absl::StatusOr<v1::Correlations> CorrelateModels(const std::vector<ModelSeries>& models,
                                                 const CorrelationOptions& options,
                                                 numeric::ThreadPool& pool,
                                                 job::ProgressSink& progress,
                                                 const job::CancelToken& cancel);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_DIAGNOSTICS_CORRELATE_MODELS_H_
