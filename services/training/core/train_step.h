// Train as a step: from a text to a training run.
//
//   registry.Add(training::TrainStep());
//
// The artifact holds config.json and model.safetensors (a checkpoint) and result.json
// (widthlab.training.v1.TrainingResult). Every step of the optimiser is published as a
// TrainingMetric.
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_TRAIN_STEP_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_TRAIN_STEP_H_

#include <string>

#include "absl/status/statusor.h"
#include "common/job/step.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::training {

inline constexpr char kTrainKind[] = "training.Train";
inline constexpr char kTrainVersion[] = "training.Train/1";

// `spec` as FinishTrainSpec left it. Errors: those of TrainDecoder and of the store.
absl::StatusOr<std::string> Train(const v1::TrainSpec& spec, const job::StepContext& context);

job::Step TrainStep();

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_TRAIN_STEP_H_
