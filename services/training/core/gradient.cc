#include "services/training/core/gradient.h"

#include <algorithm>
#include <cmath>

#include "common/numeric/parallel_for.h"
#include "common/numeric/parallel_reduce.h"
#include "common/status/macros.h"

namespace widthlab::training {
namespace {

constexpr int64_t kPieceSize = 65536;

}  // namespace

BatchGradient::BatchGradient(const model::Parameters& parameters, int64_t shards,
                             numeric::ThreadPool& pool)
    : shards_(shards), pool_(pool), total_(static_cast<int64_t>(parameters.values().size())) {
  const int64_t parts = std::min<int64_t>(shards, pool.threads());
  for (int64_t i = 0; i < parts; ++i) parts_.emplace_back(total_.size());
}

absl::StatusOr<double> BatchGradient::Compute(const model::Decoder& decoder, const Batch& batch,
                                              int64_t length, const job::CancelToken& cancel) {
  const int64_t tokens = static_cast<int64_t>(batch.ids.size());
  const int64_t shard_tokens = tokens / shards_;
  const int64_t wave = static_cast<int64_t>(parts_.size());
  double sum = 0;
  for (int64_t begin = 0; begin < shards_; begin += wave) {
    const int64_t count = std::min(wave, shards_ - begin);
    std::vector<absl::StatusOr<double>> losses(static_cast<size_t>(count), 0.0);
    pool_.Run(count, [&](int64_t i) {
      const auto part = static_cast<size_t>(i);
      if (absl::Status status = cancel.Check(); !status.ok()) {
        losses[part] = status;
        return;
      }
      const auto offset = static_cast<size_t>((begin + i) * shard_tokens);
      const auto size = static_cast<size_t>(shard_tokens);
      losses[part] =
          decoder.LossAndGradient({.ids = absl::MakeConstSpan(batch.ids).subspan(offset, size),
                                   .sequences = shard_tokens / length,
                                   .length = length},
                                  absl::MakeConstSpan(batch.targets).subspan(offset, size),
                                  1.0 / static_cast<double>(tokens), parts_[part].values());
    });
    for (const absl::StatusOr<double>& loss : losses) {
      if (!loss.ok()) return loss.status();
      sum += *loss;
    }
    AddParts(static_cast<size_t>(count), begin == 0);
  }
  return sum / static_cast<double>(tokens);
}

void BatchGradient::AddParts(size_t count, bool first_wave) {
  float* total = total_.values().data();
  if (first_wave) std::fill_n(total, total_.size(), 0.0f);
  numeric::ParallelFor(pool_, 0, total_.size(), kPieceSize, [&](int64_t begin, int64_t end) {
    for (size_t part = 0; part < count; ++part) {
      const float* values = parts_[part].values().data();
      for (int64_t i = begin; i < end; ++i) total[i] += values[i];
    }
  });
}

double BatchGradient::Norm() const {
  const float* values = total_.values().data();
  const double squares = numeric::ParallelReduce(
      pool_, 0, total_.size(), kPieceSize, 0.0,
      [values](int64_t begin, int64_t end) {
        double sum = 0;
        for (int64_t i = begin; i < end; ++i) {
          sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
        }
        return sum;
      },
      [](double a, double b) { return a + b; });
  return std::sqrt(squares);
}

}  // namespace widthlab::training
