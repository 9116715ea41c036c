// What one layer does to a block of tokens, on the calling thread. LibTorch inside.
//
//   LayerForward layer(a, weights, /*layer=*/3, angles, rounded);
//   layer.Project(states, first_position, rows, qkv);       // norm, q, k, v, their norms, rotation
//   layer.Attend(qkv, length, kv_head, mixed);              // one group of heads of one sequence
//   layer.Output(mixed, rows, contribution);                // output matrix, norm after it
//   layer.FeedForward(states, rows, normed, contribution);  // norm, FFN, norm after it
//
// Every result depends on the rows given and nothing else, so that whoever cuts a sequence into the
// same blocks gets the same bits on any number of threads. Requires that LibTorch's inner threads
// are one. What LibTorch throws comes through.
#ifndef WIDTHLAB_COMMON_MODEL_LAYER_FORWARD_H_
#define WIDTHLAB_COMMON_MODEL_LAYER_FORWARD_H_

#include <cstdint>

#include "common/architecture/architecture.h"
#include "common/model/layer_weights.h"
#include "common/model/rotary_angles.h"
#include "common/model/weight_type.h"

namespace widthlab::model {

// Rows of tokens that are computed together.
inline constexpr int64_t kTokenBlock = 256;

class LayerForward {
 public:
  // `round_inputs`: what goes into a matrix product is rounded to bfloat16 first (kRounded and
  // kBFloat16 weights). All references outlive the object.
  LayerForward(const architecture::Architecture& a, const LayerWeights& weights, int64_t layer,
               const RotaryAngles& angles, WeightType type);

  // Numbers of one token in `qkv` and `mixed`.
  int64_t qkv_width() const { return shape_.query_width + 2 * shape_.kv_width; }
  int64_t query_width() const { return shape_.query_width; }

  // states [rows, d] of positions first_position, ... to qkv [rows, qkv_width].
  void Project(const float* states, int64_t first_position, int64_t rows, float* qkv) const;

  // qkv [length, qkv_width] of a whole sequence to the heads of group `kv_head` of mixed
  // [length, query_width]. Scores are kept for 64 queries of one head at a time.
  void Attend(const float* qkv, int64_t length, int64_t kv_head, float* mixed) const;

  // mixed [rows, query_width] to what is added to the residual stream [rows, d].
  void Output(const float* mixed, int64_t rows, float* contribution) const;

  // states [rows, d] to `normed`, what the FFN's matrices read, and to what is added [rows, d].
  void FeedForward(const float* states, int64_t rows, float* normed, float* contribution) const;

 private:
  void Norm(architecture::Slot weight, architecture::Slot bias, const float* x, int64_t rows,
            float* y) const;
  void Product(architecture::Slot weight, architecture::Slot bias, const float* x, int64_t rows,
               float* y, int64_t width) const;
  void NormHeads(float* qkv, int64_t rows) const;
  void Rotate(float* qkv, int64_t first_position, int64_t rows) const;
  void AttendHead(const float* qkv, int64_t length, int64_t head, float* mixed) const;

  const architecture::Architecture& a_;
  const LayerWeights& weights_;
  const int64_t layer_;
  const RotaryAngles& angles_;
  const WeightType type_;
  const architecture::LayerShape shape_;
};

// y [rows, out] = x [rows, in] * weight^T, with rows of y `stride` numbers apart.
void MatrixProduct(const float* x, int64_t rows, const at::Tensor& weight, WeightType type,
                   float* y, int64_t stride);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_LAYER_FORWARD_H_
