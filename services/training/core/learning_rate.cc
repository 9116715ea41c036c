#include "services/training/core/learning_rate.h"

#include <cmath>
#include <numbers>

namespace widthlab::training {

double LearningRate(const v1::TrainSpec& spec, int64_t step) {
  const double peak = spec.learning_rate();
  const int64_t steps = spec.steps();
  const int64_t warmup = std::llround(spec.warmup_share() * static_cast<double>(steps));
  if (step <= warmup) return peak * static_cast<double>(step) / static_cast<double>(warmup);
  const double last = peak * spec.final_learning_rate_share();
  const double progress = static_cast<double>(step - warmup) / static_cast<double>(steps - warmup);
  return last + (peak - last) * 0.5 * (1.0 + std::cos(std::numbers::pi * progress));
}

}  // namespace widthlab::training
