// AdamW (Loshchilov and Hutter, arXiv 1711.05101) over a block of parameters.
//
//   AdamW optimiser(parameters, {.beta1 = 0.9, .beta2 = 0.95, .epsilon = 1e-8,
//                                .weight_decay = 0.1});
//   optimiser.Step(pool, gradient, /*gradient_scale=*/1.0, learning_rate, parameters);
//
// With g the scaled gradient and t the number of the step:
//   m = b1 m + (1 - b1) g,  v = b2 v + (1 - b2) g^2,
//   w = w (1 - lr decay) - lr (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + epsilon),
// where decay counts for matrices only. Every element is on its own, so the split over the pool
// changes no bit. Memory: two blocks of the parameters' size.
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_ADAMW_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_ADAMW_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "common/model/parameters.h"
#include "common/numeric/thread_pool.h"

namespace widthlab::training {

struct AdamWOptions {
  double beta1 = 0.9;
  double beta2 = 0.95;
  double epsilon = 1e-8;
  double weight_decay = 0.1;
};

class AdamW {
 public:
  AdamW(const model::Parameters& parameters, const AdamWOptions& options);

  // `gradient` is laid out as parameters.values(); `parameters` as in the constructor.
  void Step(numeric::ThreadPool& pool, absl::Span<const float> gradient, double gradient_scale,
            double learning_rate, model::Parameters& parameters);

 private:
  // A run of elements of one tensor.
  struct Piece {
    int64_t begin;
    int64_t size;
    bool decays;
  };

  AdamWOptions options_;
  int64_t steps_ = 0;
  std::vector<Piece> pieces_;
  model::FloatBlock first_moment_;
  model::FloatBlock second_moment_;
};

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_ADAMW_H_
