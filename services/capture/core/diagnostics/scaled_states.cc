#include "services/capture/core/diagnostics/scaled_states.h"

#include <cmath>
#include <cstddef>

#include "common/numeric/parallel_for.h"

namespace widthlab::capture {
namespace {

constexpr int64_t kRows = 64;  // that one thread takes at once

}  // namespace

std::vector<double> RowNorms(numeric::ThreadPool& pool, absl::Span<const float> states,
                             int64_t width) {
  const int64_t rows = static_cast<int64_t>(states.size()) / width;
  std::vector<double> norms(static_cast<size_t>(rows));
  numeric::ParallelFor(pool, 0, rows, kRows, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      double sum = 0;
      for (int64_t i = row * width; i < (row + 1) * width; ++i) {
        const double x = states[static_cast<size_t>(i)];
        sum += x * x;
      }
      norms[static_cast<size_t>(row)] = std::sqrt(sum);
    }
  });
  return norms;
}

void ScaledStates::FfnIn(int64_t layer, int64_t copy, absl::Span<float> states) {
  if (layer != layer_) return;
  const double factor = factors_[static_cast<size_t>(copy)];
  for (float& x : states) x = static_cast<float>(factor * double{x});
}

LevelNorms::LevelNorms(numeric::ThreadPool& pool, int64_t width, absl::Span<const float> first,
                       int64_t layer)
    : pool_(pool), width_(width), layer_(layer), norms_(RowNorms(pool, first, width)) {}

void LevelNorms::FfnIn(int64_t layer, int64_t /*copy*/, absl::Span<float> states) {
  if (layer == 0 || (layer_ != kAllLayers && layer != layer_)) return;
  const std::vector<double> norms = RowNorms(pool_, states, width_);
  const auto rows = static_cast<int64_t>(norms.size());
  numeric::ParallelFor(pool_, 0, rows, kRows, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      const double norm = norms[static_cast<size_t>(row)];
      if (norm == 0) continue;
      const double factor = norms_[static_cast<size_t>(row)] / norm;
      for (int64_t i = row * width_; i < (row + 1) * width_; ++i) {
        float& x = states[static_cast<size_t>(i)];
        x = static_cast<float>(factor * double{x});
      }
    }
  });
}

}  // namespace widthlab::capture
