#include "common/model/device_math.h"

#include <ATen/ATen.h>

namespace widthlab::model {
namespace {

// As the processor has it, in single precision.
double InSingle(double eps) { return static_cast<double>(static_cast<float>(eps)); }

at::Tensor LayerNorm(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                     double eps) {
  const at::Tensor centred = x - x.mean(-1, /*keepdim=*/true);
  const at::Tensor variance = centred.square().mean(-1, /*keepdim=*/true);
  return centred * (variance + InSingle(eps)).rsqrt_() * weight + bias;
}

}  // namespace

at::Tensor ToDevice(const float* x, int64_t rows, int64_t columns, at::Device device) {
  return at::from_blob(const_cast<float*>(x), {rows, columns}, at::kFloat)
      .to(device, at::kFloat, /*non_blocking=*/false, /*copy=*/true);
}

void ToHost(const at::Tensor& x, float* to, int64_t stride) {
  const int64_t columns = x.size(1);
  at::from_blob(to, {x.size(0), columns}, {stride == 0 ? columns : stride, 1}, at::kFloat).copy_(x);
}

at::Tensor DeviceRmsNorm(const at::Tensor& x, const at::Tensor& weight, double eps) {
  const at::Tensor mean = x.square().mean(-1, /*keepdim=*/true);
  return x * (mean + InSingle(eps)).rsqrt_() * weight;
}

at::Tensor DeviceNorm(const architecture::Architecture& a, const at::Tensor& x,
                      const at::Tensor& weight, const at::Tensor& bias) {
  return a.norm == architecture::NormKind::kLayer ? LayerNorm(x, weight, bias, a.norm_eps)
                                                  : DeviceRmsNorm(x, weight, a.norm_eps);
}

at::Tensor DeviceProduct(const at::Tensor& x, const at::Tensor& weight) {
  return at::mm(x.to(weight.scalar_type()), weight.t()).to(at::kFloat);
}

void DeviceSoftCap(double cap, const at::Tensor& x) {
  if (cap > 0) x.div_(cap).tanh_().mul_(cap);
}

}  // namespace widthlab::model
