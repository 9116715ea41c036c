// The learning rate of a step: a linear rise, then a cosine down to a share of the peak.
//
//   LearningRate(spec, 1)            // peak / warm-up steps
//   LearningRate(spec, spec.steps()) // final_learning_rate_share * peak
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_LEARNING_RATE_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_LEARNING_RATE_H_

#include <cstdint>

#include "widthlab/training/v1/training.pb.h"

namespace widthlab::training {

// `step` counts from 1 to spec.steps(). With W = round(warmup_share * steps): peak * step / W while
// step <= W, then final + (peak - final) (1 + cos(pi (step - W) / (steps - W))) / 2.
double LearningRate(const v1::TrainSpec& spec, int64_t step);

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_LEARNING_RATE_H_
