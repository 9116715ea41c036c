#include "common/model/attention.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>

#include "common/model/kernels.h"

namespace widthlab::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

constexpr int64_t kQueryBlock = 64;

// Rows of a projection [sequences * length, width] to heads [sequences * heads, length, head_dim]:
// head h reads the columns of its group, turned by its position where `rotary` is given.
at::Tensor ToHeads(const at::Tensor& rows, int64_t groups, const AttentionShape& s,
                   const RotaryTable* rotary) {
  const at::Tensor source = rows.contiguous();
  at::Tensor heads = at::empty({s.sequences * s.heads, s.length, s.head_dim}, rows.options());
  const float* in = source.const_data_ptr<float>();
  float* out = heads.mutable_data_ptr<float>();
  const int64_t half = s.head_dim / 2;
  const int64_t width = groups * s.head_dim;
  const int64_t heads_in_group = s.heads / groups;
  for (int64_t b = 0; b < s.sequences; ++b) {
    for (int64_t h = 0; h < s.heads; ++h) {
      const float* column = in + b * s.length * width + h / heads_in_group * s.head_dim;
      for (int64_t t = 0; t < s.length; ++t, out += s.head_dim) {
        if (rotary == nullptr) {
          std::copy_n(column + t * width, s.head_dim, out);
        } else {
          RotateRow(column + t * width, &rotary->cosine[t * half], &rotary->sine[t * half], half,
                    1.0f, out);
        }
      }
    }
  }
  return heads;
}

// The way back: heads to rows, turned backwards, the heads of a group added in their order.
at::Tensor ToRows(const at::Tensor& heads, int64_t groups, const AttentionShape& s,
                  const RotaryTable* rotary) {
  const int64_t width = groups * s.head_dim;
  at::Tensor rows = at::empty({s.sequences * s.length, width}, heads.options());
  const float* in = heads.const_data_ptr<float>();
  float* out = rows.mutable_data_ptr<float>();
  const int64_t half = s.head_dim / 2;
  const int64_t heads_in_group = s.heads / groups;
  std::vector<float> turned(static_cast<size_t>(s.head_dim));
  for (int64_t b = 0; b < s.sequences; ++b) {
    for (int64_t h = 0; h < s.heads; ++h) {
      float* column = out + b * s.length * width + h / heads_in_group * s.head_dim;
      for (int64_t t = 0; t < s.length; ++t, in += s.head_dim) {
        const float* row = in;
        if (rotary != nullptr) {
          RotateRow(in, &rotary->cosine[t * half], &rotary->sine[t * half], half, -1.0f,
                    turned.data());
          row = turned.data();
        }
        float* target = column + t * width;
        if (h % heads_in_group == 0) {
          std::copy_n(row, s.head_dim, target);
        } else {
          for (int64_t i = 0; i < s.head_dim; ++i) target[i] += row[i];
        }
      }
    }
  }
  return rows;
}

float ScoreScale(const AttentionShape& s) {
  return 1.0f / std::sqrt(static_cast<float>(s.head_dim));
}

// Attention weights of queries [begin, begin + rows) over keys [0, begin + rows).
at::Tensor BlockWeights(const at::Tensor& q, const at::Tensor& k, int64_t begin, int64_t rows,
                        const AttentionShape& s) {
  const int64_t columns = begin + rows;
  at::Tensor scores = at::bmm(q.narrow(1, begin, rows), k.narrow(1, 0, columns).transpose(1, 2));
  float* data = scores.mutable_data_ptr<float>();
  for (int64_t head = 0; head < scores.size(0); ++head) {
    CausalSoftmaxForward(data + head * rows * columns, rows, columns, begin, ScoreScale(s));
  }
  return scores;
}

class AttentionFunction : public torch::autograd::Function<AttentionFunction> {
 public:
  static Variable forward(AutogradContext* context, const Variable& q_rows, const Variable& k_rows,
                          const Variable& v_rows, const AttentionCall* call) {
    if (call->check) call->check();
    const AttentionShape& s = call->shape;
    const RotaryTable* rotary = call->rotary;
    const at::Tensor q = ToHeads(q_rows, s.heads, s, rotary);
    const at::Tensor k = ToHeads(k_rows, s.kv_heads, s, rotary);
    const at::Tensor v = ToHeads(v_rows, s.kv_heads, s, nullptr);
    at::Tensor mixed = at::empty_like(q);
    variable_list saved = {q, k, v};
    for (int64_t begin = 0; begin < s.length; begin += kQueryBlock) {
      const int64_t rows = std::min(kQueryBlock, s.length - begin);
      const at::Tensor weights = BlockWeights(q, k, begin, rows, s);
      at::Tensor out = mixed.narrow(1, begin, rows);
      at::bmm_out(out, weights, v.narrow(1, 0, begin + rows));
      saved.push_back(weights);
    }
    context->save_for_backward(saved);
    context->saved_data["call"] = reinterpret_cast<int64_t>(call);
    return ToRows(mixed, s.heads, s, nullptr);
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const auto* call = reinterpret_cast<const AttentionCall*>(context->saved_data["call"].toInt());
    if (call->check) call->check();
    const AttentionShape& s = call->shape;
    const RotaryTable* rotary = call->rotary;
    const variable_list saved = context->get_saved_variables();
    const at::Tensor& q = saved[0];
    const at::Tensor& k = saved[1];
    const at::Tensor& v = saved[2];
    const at::Tensor dmixed = ToHeads(gradients[0], s.heads, s, nullptr);
    at::Tensor dq = at::empty_like(q);
    at::Tensor dk = at::zeros_like(k);
    at::Tensor dv = at::zeros_like(v);
    for (int64_t begin = 0, block = 3; begin < s.length; begin += kQueryBlock, ++block) {
      const int64_t rows = std::min(kQueryBlock, s.length - begin);
      const int64_t columns = begin + rows;
      const at::Tensor& weights = saved[static_cast<size_t>(block)];
      const at::Tensor dout = dmixed.narrow(1, begin, rows);
      at::Tensor dscores = at::bmm(dout, v.narrow(1, 0, columns).transpose(1, 2));
      CausalSoftmaxBackward(weights.const_data_ptr<float>(), dscores.mutable_data_ptr<float>(),
                            dscores.size(0) * rows, columns, ScoreScale(s));
      at::Tensor dq_block = dq.narrow(1, begin, rows);
      at::bmm_out(dq_block, dscores, k.narrow(1, 0, columns));
      dk.narrow(1, 0, columns).baddbmm_(dscores.transpose(1, 2), q.narrow(1, begin, rows));
      dv.narrow(1, 0, columns).baddbmm_(weights.transpose(1, 2), dout);
    }
    return {ToRows(dq, s.heads, s, rotary), ToRows(dk, s.kv_heads, s, rotary),
            ToRows(dv, s.kv_heads, s, nullptr), Variable()};
  }
};

}  // namespace

RotaryTable::RotaryTable(double theta, int64_t positions, int64_t head_dim)
    : cosine(static_cast<size_t>(positions * head_dim / 2)), sine(cosine.size()) {
  RotaryTables(theta, positions, head_dim, cosine.data(), sine.data());
}

at::Tensor CausalAttention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                           const AttentionCall& call) {
  return AttentionFunction::apply(q, k, v, &call);
}

}  // namespace widthlab::model
