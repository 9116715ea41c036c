#include "common/model/stream_kernels.h"

#include <algorithm>
#include <cmath>

#include "common/model/float8.h"
#include "common/model/kernels.h"

namespace widthlab::model {
namespace {

using architecture::Activation;

Float8 Select(Float8 mask, Float8 yes, Float8 no) { return _mm256_blendv_ps(no, yes, mask); }

// The series where 1 - 2 / (exp(2 x) + 1) would cancel; relative error below 3e-7 throughout.
Float8 Tanh8(Float8 x) {
  const Float8 square = x * x;
  Float8 series = square * (62.0f / 2835.0f) - 17.0f / 315.0f;
  series = series * square + 2.0f / 15.0f;
  series = series * square - 1.0f / 3.0f;
  series = series * square * x + x;
  const Float8 large = 1.0f - 2.0f / (Exp8(x + x) + 1.0f);
  const Float8 small = _mm256_cmp_ps(square, Same8(0.0625f), _CMP_LT_OQ);
  return Select(small, series, large);
}

// 0.5 z (1 + tanh u) = z / (1 + exp(-2 u)).
Float8 GeluTanh8(Float8 z) {
  constexpr float kTwiceRoot = 1.5957691216057308f;  // 2 sqrt(2 / pi)
  return z / (1.0f + Exp8((z + 0.044715f * (z * z * z)) * -kTwiceRoot));
}

void ExactGelu(const float* gate, const float* up, int64_t n, float* h) {
  for (int64_t i = 0; i < n; ++i) {
    const double z = gate[i];
    const auto value = static_cast<float>(0.5 * z * (1.0 + std::erf(z * 0.70710678118654752440)));
    h[i] = up == nullptr ? value : value * up[i];
  }
}

template <typename Act>
void Activate(const float* gate, const float* up, int64_t n, float* h, Act act) {
  ForEach8(n, [=](int64_t i, int64_t count) {
    const Float8 value = act(Load8(gate + i, count));
    Store8(up == nullptr ? value : value * Load8(up + i, count), h + i, count);
  });
}

}  // namespace

void LayerNormForward(const float* x, const float* w, const float* b, float eps, int64_t rows,
                      int64_t d, float* y) {
  const auto size = static_cast<float>(d);
  for (int64_t row = 0; row < rows; ++row, x += d, y += d) {
    const float mean =
        Sum8(d, [x](int64_t i, int64_t count) { return Load8(x + i, count); }) / size;
    float squares = 0;
    int64_t whole = d / 8 * 8;  // lanes past the end would count the mean itself
    squares = Sum8(whole, [=](int64_t i, int64_t count) {
      const Float8 v = Load8(x + i, count) - mean;
      return v * v;
    });
    for (int64_t i = whole; i < d; ++i) squares += (x[i] - mean) * (x[i] - mean);
    const float inverse = 1.0f / std::sqrt(squares / size + eps);
    ForEach8(d, [=](int64_t i, int64_t count) {
      const Float8 v = (Load8(x + i, count) - mean) * inverse;
      Store8(v * Load8(w + i, count) + Load8(b + i, count), y + i, count);
    });
  }
}

void ActivateForward(Activation activation, const float* gate, const float* up, int64_t n,
                     float* h) {
  switch (activation) {
    case Activation::kSilu:
      return Activate(gate, up, n, h, [](Float8 z) { return z / (1.0f + Exp8(-z)); });
    case Activation::kGelu:
      return ExactGelu(gate, up, n, h);
    case Activation::kGeluTanh:
      return Activate(gate, up, n, h, GeluTanh8);
    case Activation::kRelu:
      return Activate(gate, up, n, h, [](Float8 z) { return Float8(_mm256_max_ps(Float8{}, z)); });
    case Activation::kReluSquared:
      return Activate(gate, up, n, h, [](Float8 z) {
        const Float8 positive = _mm256_max_ps(Float8{}, z);
        return positive * positive;
      });
  }
}

void WindowedSoftmaxForward(const SoftmaxBlock& block, float* scores) {
  for (int64_t row = 0; row < block.rows; ++row, scores += block.columns) {
    const int64_t query = block.first_query + row;
    const int64_t oldest = block.window > 0 ? std::max<int64_t>(query - block.window + 1, 0) : 0;
    const int64_t begin = std::max<int64_t>(oldest - block.first_key, 0);
    const int64_t end = std::min(query + 1 - block.first_key, block.columns);
    const int64_t kept = end - begin;
    float* x = scores + begin;
    float scale = block.scale;
    if (block.cap > 0) {
      ForEach8(kept, [=](int64_t i, int64_t count) {
        Store8(Load8(x + i, count) * scale, x + i, count);
      });
      SoftCap(block.cap, kept, x);
      scale = 1;
    }
    const float largest = Max8(kept, x) * scale;
    ForEach8(kept, [=](int64_t i, int64_t count) {
      Store8(Exp8(Load8(x + i, count) * scale - largest), x + i, count);
    });
    const float inverse =
        1.0f / Sum8(kept, [=](int64_t i, int64_t count) { return Load8(x + i, count); });
    ForEach8(kept, [=](int64_t i, int64_t count) {
      Store8(Load8(x + i, count) * inverse, x + i, count);
    });
    std::fill(scores, x, 0.0f);
    std::fill(scores + end, scores + block.columns, 0.0f);
  }
}

void SoftCap(float cap, int64_t n, float* x) {
  const float inverse = 1.0f / cap;
  ForEach8(n, [=](int64_t i, int64_t count) {
    Store8(Tanh8(Load8(x + i, count) * inverse) * cap, x + i, count);
  });
}

LogSum SumOfExponentials(const float* logits, int64_t n) {
  const float largest = Max8(n, logits);
  // Lanes past the end must add nothing.
  const int64_t whole = n / 8 * 8;
  float sum = Sum8(
      whole, [=](int64_t i, int64_t count) { return Exp8(Load8(logits + i, count) - largest); });
  if (whole < n) {
    float tail[8] = {};
    Store8(Exp8(Load8(logits + whole, n - whole) - largest), tail, n - whole);
    for (const float value : tail) sum += value;
  }
  return {largest, sum};
}

void AddTo(const float* x, int64_t n, float* sum) {
  ForEach8(n, [=](int64_t i, int64_t count) {
    Store8(Load8(sum + i, count) + Load8(x + i, count), sum + i, count);
  });
}

bool AllFinite(const float* x, int64_t n) {
  // x - x is 0 for a finite number and NaN for every other.
  const float sum = Sum8(n, [=](int64_t i, int64_t count) {
    const Float8 v = Load8(x + i, count);
    return v - v;
  });
  return sum == 0;
}

}  // namespace widthlab::model
