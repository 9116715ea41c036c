#include "common/model/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/model/float8.h"
#include "common/numeric/exact_log.h"

namespace widthlab::model {
namespace {

// The logarithm of a sum of exponentials; NaN where a logit was not finite.
double LogOrNan(float sum) {
  return std::isfinite(sum) ? numeric::ExactLog(static_cast<double>(sum))
                            : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void RmsNormForward(const float* x, const float* w, float eps, int64_t rows, int64_t d, float* y,
                    float* inverse_rms) {
  for (int64_t row = 0; row < rows; ++row, x += d, y += d) {
    const float squares = Sum8(d, [x](int64_t i, int64_t count) {
      const Float8 v = Load8(x + i, count);
      return v * v;
    });
    const float inverse = 1.0f / std::sqrt(squares / static_cast<float>(d) + eps);
    inverse_rms[row] = inverse;
    ForEach8(d, [=](int64_t i, int64_t count) {
      Store8(Load8(x + i, count) * inverse * Load8(w + i, count), y + i, count);
    });
  }
}

void RmsNormBackward(const float* x, const float* w, const float* inverse_rms, const float* dy,
                     int64_t rows, int64_t d, float* dx, float* dw) {
  for (int64_t row = 0; row < rows; ++row, x += d, dy += d, dx += d) {
    const float inverse = inverse_rms[row];
    const float dot = Sum8(d, [=](int64_t i, int64_t count) {
      return Load8(dy + i, count) * Load8(w + i, count) * Load8(x + i, count);
    });
    const float pull = dot * inverse * inverse * inverse / static_cast<float>(d);
    ForEach8(d, [=](int64_t i, int64_t count) {
      const Float8 x8 = Load8(x + i, count);
      const Float8 dy8 = Load8(dy + i, count) * inverse;
      Store8(Load8(dw + i, count) + dy8 * x8, dw + i, count);
      Store8(dy8 * Load8(w + i, count) - x8 * pull, dx + i, count);
    });
  }
}

void GatedSiluForward(const float* gate, const float* up, int64_t n, float* h) {
  ForEach8(n, [=](int64_t i, int64_t count) {
    const Float8 z = Load8(gate + i, count);
    Store8(z / (1.0f + Exp8(-z)) * Load8(up + i, count), h + i, count);
  });
}

void GatedSiluBackward(const float* gate, const float* up, const float* dh, int64_t n, float* dgate,
                       float* dup) {
  ForEach8(n, [=](int64_t i, int64_t count) {
    const Float8 z = Load8(gate + i, count);
    const Float8 dh8 = Load8(dh + i, count);
    const Float8 sigmoid = 1.0f / (1.0f + Exp8(-z));
    const Float8 silu = z * sigmoid;
    const Float8 slope = sigmoid + silu * (1.0f - sigmoid);
    Store8(dh8 * Load8(up + i, count) * slope, dgate + i, count);
    Store8(dh8 * silu, dup + i, count);
  });
}

void RotaryTables(double theta, int64_t positions, int64_t head_dim, float* cosine, float* sine) {
  const int64_t half = head_dim / 2;
  for (int64_t i = 0; i < half; ++i) {
    const double frequency =
        std::pow(theta, -2.0 * static_cast<double>(i) / static_cast<double>(head_dim));
    for (int64_t t = 0; t < positions; ++t) {
      const double angle = static_cast<double>(t) * frequency;
      cosine[t * half + i] = static_cast<float>(std::cos(angle));
      sine[t * half + i] = static_cast<float>(std::sin(angle));
    }
  }
}

void RotateRow(const float* in, const float* cosine, const float* sine, int64_t half,
               float direction, float* out) {
  ForEach8(half, [=](int64_t i, int64_t count) {
    const Float8 a = Load8(in + i, count);
    const Float8 b = Load8(in + i + half, count);
    const Float8 c = Load8(cosine + i, count);
    const Float8 s = Load8(sine + i, count) * direction;
    Store8(a * c - b * s, out + i, count);
    Store8(b * c + a * s, out + i + half, count);
  });
}

void CausalSoftmaxForward(float* scores, int64_t rows, int64_t columns, int64_t first_query,
                          float scale) {
  for (int64_t row = 0; row < rows; ++row, scores += columns) {
    const int64_t kept = std::min(first_query + row + 1, columns);
    const float largest = Max8(kept, scores) * scale;
    ForEach8(kept, [=](int64_t i, int64_t count) {
      Store8(Exp8(Load8(scores + i, count) * scale - largest), scores + i, count);
    });
    const float inverse =
        1.0f / Sum8(kept, [=](int64_t i, int64_t count) { return Load8(scores + i, count); });
    ForEach8(kept, [=](int64_t i, int64_t count) {
      Store8(Load8(scores + i, count) * inverse, scores + i, count);
    });
    std::fill(scores + kept, scores + columns, 0.0f);
  }
}

void CausalSoftmaxBackward(const float* p, float* dp, int64_t rows, int64_t columns, float scale) {
  for (int64_t row = 0; row < rows; ++row, p += columns, dp += columns) {
    const float dot = Sum8(columns, [=](int64_t i, int64_t count) {
      return Load8(p + i, count) * Load8(dp + i, count);
    });
    ForEach8(columns, [=](int64_t i, int64_t count) {
      Store8(Load8(p + i, count) * scale * (Load8(dp + i, count) - dot), dp + i, count);
    });
  }
}

void CrossEntropy(float* logits, const int64_t* targets, int64_t rows, int64_t vocabulary,
                  float weight, double* losses) {
  for (int64_t row = 0; row < rows; ++row, logits += vocabulary) {
    if (targets[row] < 0) {
      losses[row] = 0;
      if (weight != 0) std::fill_n(logits, vocabulary, 0.0f);
      continue;
    }
    const float largest = Max8(vocabulary, logits);
    const float own = logits[targets[row]];
    ForEach8(vocabulary, [=](int64_t i, int64_t count) {
      Store8(Exp8(Load8(logits + i, count) - largest), logits + i, count);
    });
    const float sum =
        Sum8(vocabulary, [=](int64_t i, int64_t count) { return Load8(logits + i, count); });
    losses[row] = LogOrNan(sum) + static_cast<double>(largest) - static_cast<double>(own);
    if (weight == 0) continue;
    const float share = weight / sum;
    ForEach8(vocabulary, [=](int64_t i, int64_t count) {
      Store8(Load8(logits + i, count) * share, logits + i, count);
    });
    logits[targets[row]] -= weight;
  }
}

}  // namespace widthlab::model
