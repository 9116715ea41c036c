// The loops of the decoder that are not matrix products, on plain float arrays.
//
// Each runs on the calling thread, sums in an order that depends on the sizes only, and calls no
// math library, so its bits are the same on every machine of one instruction set. Arrays are
// row-major and do not overlap unless the comment says so. Every backward function overwrites its
// outputs, except where it says "added".
#ifndef WIDTHLAB_COMMON_MODEL_KERNELS_H_
#define WIDTHLAB_COMMON_MODEL_KERNELS_H_

#include <cstdint>

namespace widthlab::model {

// y = w * x / sqrt(mean(x^2) + eps), row by row (Zhang and Sennrich, arXiv 1910.07467).
// x, y [rows, d]; w [d]; inverse_rms [rows] is kept for the way back.
void RmsNormForward(const float* x, const float* w, float eps, int64_t rows, int64_t d, float* y,
                    float* inverse_rms);

// dx [rows, d]; dw [d] is added to.
void RmsNormBackward(const float* x, const float* w, const float* inverse_rms, const float* dy,
                     int64_t rows, int64_t d, float* dx, float* dw);

// h = silu(gate) * up, silu(z) = z / (1 + exp(-z)), over n numbers.
void GatedSiluForward(const float* gate, const float* up, int64_t n, float* h);
void GatedSiluBackward(const float* gate, const float* up, const float* dh, int64_t n, float* dgate,
                       float* dup);

// Cosines and sines of the rotary embedding: angle(t, i) = t * theta^(-2 i / head_dim) for position
// t and i < head_dim / 2. `cosine` and `sine` are [positions, head_dim / 2]. In double, once.
void RotaryTables(double theta, int64_t positions, int64_t head_dim, float* cosine, float* sine);

// One row of a head: (x_i, x_{i + half}) turned by the angle, halves as Hugging Face's Llama has
// them. `direction` is +1 on the way forward, -1 on the way back. `in` and `out` may be the same.
void RotateRow(const float* in, const float* cosine, const float* sine, int64_t half,
               float direction, float* out);

// Causal softmax of a block of score rows in place: row r belongs to query `first_query` + r and
// keeps columns 0 to first_query + r; those after it, up to `columns`, become 0. Scores are
// multiplied by `scale` first.
void CausalSoftmaxForward(float* scores, int64_t rows, int64_t columns, int64_t first_query,
                          float scale);

// dscores = scale * p * (dp - sum(p * dp)), in place of dp; p and dp [rows, columns].
void CausalSoftmaxBackward(const float* p, float* dp, int64_t rows, int64_t columns, float scale);

// losses[r] = log(sum_j exp(logits[r, j])) - logits[r, targets[r]], in nats. A target below 0 does
// not count: loss 0. `logits` is overwritten; with `weight` not 0 it becomes the gradient of
// weight * sum(losses).
void CrossEntropy(float* logits, const int64_t* targets, int64_t rows, int64_t vocabulary,
                  float weight, double* losses);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_KERNELS_H_
