#include "services/training/core/trainer.h"

#include <cmath>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/model/decoder.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/training/core/adamw.h"
#include "services/training/core/batches.h"
#include "services/training/core/gradient.h"
#include "services/training/core/learning_rate.h"
#include "services/training/core/validation.h"

namespace widthlab::training {
namespace {

model::DecoderOptions OptionsOf(const v1::TrainSpec& spec, const job::CancelToken& cancel) {
  return {.longest_sequence = spec.sequence_length(),
          .precision = spec.precision() == v1::PRECISION_BFLOAT16 ? model::Precision::kBFloat16
                                                                  : model::Precision::kFloat32,
          .cancelled = [&cancel] { return cancel.IsCancelled(); }};
}

// Everything that one run holds while it lasts.
class Trainer {
 public:
  Trainer(const v1::TrainSpec& spec, const Corpus& corpus, Batches batches,
          numeric::ThreadPool& pool, const job::CancelToken& cancel, model::Parameters& parameters)
      : spec_(spec),
        pool_(pool),
        cancel_(cancel),
        parameters_(parameters),
        batches_(std::move(batches)),
        validation_(corpus.validation, spec),
        decoder_(parameters, OptionsOf(spec, cancel)),
        gradient_(parameters, spec.shards(), pool),
        optimiser_(parameters, {.beta1 = spec.beta1(),
                                .beta2 = spec.beta2(),
                                .epsilon = spec.epsilon(),
                                .weight_decay = spec.weight_decay()}) {}

  absl::StatusOr<TrainingOutcome> Run(const MetricCallback& on_metric) {
    if (validation_.target_count() == 0) {
      return InvalidFieldBecause("text", "the documents held out for validation are empty");
    }
    TrainingOutcome outcome;
    for (int64_t step = 1; step <= spec_.steps(); ++step) {
      ASSIGN_OR_RETURN(v1::TrainingMetric metric, Step(step));
      if (EvaluatesAfter(step)) {
        ASSIGN_OR_RETURN(outcome.validation, validation_.Evaluate(decoder_, pool_, cancel_));
        outcome.validation_loss = MeanLoss(outcome.validation);
        metric.set_validation_loss(outcome.validation_loss);
        if (!std::isfinite(outcome.validation_loss)) return Diverged(step, metric);
      }
      if (on_metric) on_metric(metric);
      outcome.metrics.push_back(std::move(metric));
    }
    return outcome;
  }

 private:
  bool EvaluatesAfter(int64_t step) const {
    return step == spec_.steps() ||
           (spec_.evaluation_interval() > 0 && step % spec_.evaluation_interval() == 0);
  }

  absl::StatusOr<v1::TrainingMetric> Step(int64_t step) {
    RETURN_IF_ERROR(cancel_.Check());
    ASSIGN_OR_RETURN(const double loss, gradient_.Compute(decoder_, batches_.Next(),
                                                          spec_.sequence_length(), cancel_));
    v1::TrainingMetric metric;
    metric.set_step(static_cast<int32_t>(step));
    metric.set_tokens(step * spec_.batch_size() * spec_.sequence_length());
    metric.set_training_loss(loss);
    metric.set_learning_rate(LearningRate(spec_, step));
    metric.set_gradient_norm(gradient_.Norm());
    if (!std::isfinite(loss) || !std::isfinite(metric.gradient_norm())) {
      return Diverged(step, metric);
    }
    const double limit = spec_.gradient_clip();
    const double scale =
        limit > 0 && metric.gradient_norm() > limit ? limit / metric.gradient_norm() : 1.0;
    optimiser_.Step(pool_, gradient_.values(), scale, metric.learning_rate(), parameters_);
    return metric;
  }

  absl::Status Diverged(int64_t step, const v1::TrainingMetric& metric) const {
    return MakeError(
        absl::StatusCode::kFailedPrecondition,
        {.reason = "TRAINING_DIVERGED", .field = "learning_rate"},
        absl::StrCat("training diverged at step ", step, ": training loss ", metric.training_loss(),
                     ", gradient norm ", metric.gradient_norm(), "; a learning_rate below ",
                     spec_.learning_rate(), " or a longer warm-up may help"));
  }

  const v1::TrainSpec& spec_;
  numeric::ThreadPool& pool_;
  const job::CancelToken& cancel_;
  model::Parameters& parameters_;
  Batches batches_;
  const ValidationSet validation_;
  const model::Decoder decoder_;
  BatchGradient gradient_;
  AdamW optimiser_;
};

}  // namespace

absl::StatusOr<TrainingOutcome> TrainDecoder(const v1::TrainSpec& spec, const Corpus& corpus,
                                             numeric::ThreadPool& pool,
                                             const job::CancelToken& cancel,
                                             const MetricCallback& on_metric,
                                             model::Parameters& parameters) {
  ASSIGN_OR_RETURN(Batches batches, Batches::Create(corpus.training, spec));
  try {
    Trainer trainer(spec, corpus, std::move(batches), pool, cancel, parameters);
    return trainer.Run(on_metric);
  } catch (const std::bad_alloc&) {
    return MakeError(absl::StatusCode::kResourceExhausted,
                     {.reason = "OUT_OF_MEMORY", .field = "architecture"},
                     absl::StrCat("no memory for ", parameters.count(),
                                  " parameters, their gradients and moments"));
  }
}

}  // namespace widthlab::training
