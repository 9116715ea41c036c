#include "common/model/functions.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include "common/model/kernels.h"

namespace widthlab::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

class RmsNormFunction : public torch::autograd::Function<RmsNormFunction> {
 public:
  static Variable forward(AutogradContext* context, const Variable& x, const Variable& weight,
                          double eps) {
    const at::Tensor source = x.contiguous();
    at::Tensor y = at::empty_like(source);
    at::Tensor inverse_rms = at::empty({source.size(0)}, source.options());
    RmsNormForward(source.const_data_ptr<float>(), weight.const_data_ptr<float>(),
                   static_cast<float>(eps), source.size(0), source.size(1),
                   y.mutable_data_ptr<float>(), inverse_rms.mutable_data_ptr<float>());
    context->save_for_backward({source, weight, inverse_rms});
    return y;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor dy = gradients[0].contiguous();
    at::Tensor dx = at::empty_like(dy);
    at::Tensor dw = at::zeros_like(saved[1]);
    RmsNormBackward(saved[0].const_data_ptr<float>(), saved[1].const_data_ptr<float>(),
                    saved[2].const_data_ptr<float>(), dy.const_data_ptr<float>(), dy.size(0),
                    dy.size(1), dx.mutable_data_ptr<float>(), dw.mutable_data_ptr<float>());
    return {dx, dw, Variable()};
  }
};

class GatedSiluFunction : public torch::autograd::Function<GatedSiluFunction> {
 public:
  static Variable forward(AutogradContext* context, const Variable& gate, const Variable& up) {
    at::Tensor h = at::empty_like(gate);
    GatedSiluForward(gate.const_data_ptr<float>(), up.const_data_ptr<float>(), gate.numel(),
                     h.mutable_data_ptr<float>());
    context->save_for_backward({gate, up});
    return h;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor dh = gradients[0].contiguous();
    at::Tensor dgate = at::empty_like(dh);
    at::Tensor dup = at::empty_like(dh);
    GatedSiluBackward(saved[0].const_data_ptr<float>(), saved[1].const_data_ptr<float>(),
                      dh.const_data_ptr<float>(), dh.numel(), dgate.mutable_data_ptr<float>(),
                      dup.mutable_data_ptr<float>());
    return {dgate, dup};
  }
};

}  // namespace

at::Tensor RmsNorm(const at::Tensor& x, const at::Tensor& weight, double eps) {
  return RmsNormFunction::apply(x, weight, eps);
}

at::Tensor GatedSilu(const at::Tensor& gate, const at::Tensor& up) {
  return GatedSiluFunction::apply(gate, up);
}

}  // namespace widthlab::model
