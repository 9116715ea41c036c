// The training loop: from initial weights to trained ones, with its loss curve.
//
//   parameters.Initialise(spec.seed());
//   ASSIGN_OR_RETURN(TrainingOutcome outcome,
//                    TrainDecoder(spec, corpus, pool, cancel, on_metric, parameters));
//
// Each step: the next batch, its gradient (gradient.h), clipping by norm, AdamW (adamw.h) at the
// rate of learning_rate.h. Weights and losses have the same bits on any number of threads, provided
// that the pool's workers called model::UseOneInnerThread. A call of another job may run on the
// pool at the same time.
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_TRAINER_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_TRAINER_H_

#include <functional>
#include <vector>

#include "absl/status/statusor.h"
#include "common/job/cancel_token.h"
#include "common/model/parameters.h"
#include "common/numeric/thread_pool.h"
#include "services/training/core/corpus.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::training {

struct TrainingOutcome {
  // One for each step.
  std::vector<v1::TrainingMetric> metrics = {};
  // After the last step.
  std::vector<v1::DocumentLoss> validation = {};
  double validation_loss = 0;
};

// Called after every step, on the calling thread.
using MetricCallback = std::function<void(const v1::TrainingMetric&)>;

// `spec` is resolved and checked (CheckTrainSpec). Errors: INVALID_ARGUMENT on "sequence_length"
// for a text that is too short, on "text" where nothing can be held out; FAILED_PRECONDITION
// TRAINING_DIVERGED, naming the step, where loss or gradient is not finite; RESOURCE_EXHAUSTED
// OUT_OF_MEMORY; CANCELLED within a layer's time.
absl::StatusOr<TrainingOutcome> TrainDecoder(const v1::TrainSpec& spec, const Corpus& corpus,
                                             numeric::ThreadPool& pool,
                                             const job::CancelToken& cancel,
                                             const MetricCallback& on_metric,
                                             model::Parameters& parameters);

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_TRAINER_H_
