// The decoder's fused operations, differentiable. LibTorch inside; see kernels.h for the formulas.
//
//   at::Tensor h = GatedSilu(gate, up);
//   at::Tensor y = RmsNorm(x, weight, 1e-5f);
//
// Tensors are float32; x, gate and up are [rows, width].
#ifndef WIDTHLAB_COMMON_MODEL_FUNCTIONS_H_
#define WIDTHLAB_COMMON_MODEL_FUNCTIONS_H_

#include <ATen/core/Tensor.h>

namespace widthlab::model {

at::Tensor RmsNorm(const at::Tensor& x, const at::Tensor& weight, double eps);

at::Tensor GatedSilu(const at::Tensor& gate, const at::Tensor& up);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_FUNCTIONS_H_
