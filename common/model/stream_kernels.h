// The loops of the layer-streaming decoder that are not matrix products and that kernels.h lacks.
//
// As there: one thread, an order of summation that depends on the sizes only, no math library but
// for the exact GELU, row-major arrays.
#ifndef WIDTHLAB_COMMON_MODEL_STREAM_KERNELS_H_
#define WIDTHLAB_COMMON_MODEL_STREAM_KERNELS_H_

#include <cstdint>

#include "common/architecture/architecture.h"

namespace widthlab::model {

// y = w * (x - mean) / sqrt(variance + eps) + b, row by row; the variance is that of all d numbers.
void LayerNormForward(const float* x, const float* w, const float* b, float eps, int64_t rows,
                      int64_t d, float* y);

// h[i] = act(gate[i]) * up[i]; `up` may be null: 1. `h` may be `gate`.
void ActivateForward(architecture::Activation activation, const float* gate, const float* up,
                     int64_t n, float* h);

// Softmax of a block of score rows in place. Row r belongs to query `first_query` + r; column c is
// key `first_key` + c. Kept are keys up to the query itself and, with a window above 0, only the
// last `window` of them; what is not kept becomes 0. Scores are multiplied by `scale`, then, with a
// cap above 0, become cap * tanh(score / cap).
struct SoftmaxBlock {
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t first_query = 0;
  int64_t first_key = 0;
  int64_t window = 0;
  float scale = 1;
  float cap = 0;
};
void WindowedSoftmaxForward(const SoftmaxBlock& block, float* scores);

// x = cap * tanh(x / cap) over n numbers.
void SoftCap(float cap, int64_t n, float* x);

// The largest of n logits and the sum of exp(logit - largest).
struct LogSum {
  float largest = 0;
  float sum = 0;
};
LogSum SumOfExponentials(const float* logits, int64_t n);

void AddTo(const float* x, int64_t n, float* sum);

bool AllFinite(const float* x, int64_t n);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_STREAM_KERNELS_H_
