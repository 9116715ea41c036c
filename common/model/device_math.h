// What layers and head have in common in LibTorch's tensor operations on any device.
//
//   const at::Tensor x = ToDevice(&states[0], rows, d, device);
//   ToHost(DeviceProduct(DeviceNorm(a, x, weight, bias), matrix), &out[0]);
#ifndef WIDTHLAB_COMMON_MODEL_DEVICE_MATH_H_
#define WIDTHLAB_COMMON_MODEL_DEVICE_MATH_H_

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "common/architecture/architecture.h"

namespace widthlab::model {

// A copy of x [rows, columns].
at::Tensor ToDevice(const float* x, int64_t rows, int64_t columns, at::Device device);

// Writes x [rows, columns] to memory whose rows are `stride` numbers apart (0: columns), and waits.
void ToHost(const at::Tensor& x, float* to, int64_t stride = 0);

// The norm of `a` over the last dimension of x: w x / sqrt(mean(x^2) + eps), or
// w (x - mean) / sqrt(variance + eps) + b. Float32.
at::Tensor DeviceNorm(const architecture::Architecture& a, const at::Tensor& x,
                      const at::Tensor& weight, const at::Tensor& bias);
at::Tensor DeviceRmsNorm(const at::Tensor& x, const at::Tensor& weight, double eps);

// x [rows, in] times weight^T, whose type x is rounded to first. [rows, out] in float32.
at::Tensor DeviceProduct(const at::Tensor& x, const at::Tensor& weight);

// x = cap * tanh(x / cap) in place; a cap of 0 is none.
void DeviceSoftCap(double cap, const at::Tensor& x);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_DEVICE_MATH_H_
