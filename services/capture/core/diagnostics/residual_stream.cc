#include "services/capture/core/diagnostics/residual_stream.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "common/linear/spectrum.h"
#include "common/numeric/moments.h"
#include "common/numeric/parallel_for.h"
#include "common/status/macros.h"
#include "services/capture/core/diagnostics/scaled_states.h"

namespace widthlab::capture {
namespace {

constexpr int64_t kRows = 64;  // that one thread takes at once

linear::Matrix MatrixOf(absl::Span<const float> states, int64_t width) {
  linear::Matrix rows(static_cast<int64_t>(states.size()) / width, width);
  for (size_t i = 0; i < states.size(); ++i) rows.data()[i] = double{states[i]};
  return rows;
}

std::vector<float> Gather(absl::Span<const float> states, absl::Span<const int64_t> rows,
                          int64_t width) {
  std::vector<float> some;
  some.reserve(rows.size() * static_cast<size_t>(width));
  for (const int64_t row : rows) {
    const auto from = states.begin() + row * width;
    some.insert(some.end(), from, from + width);
  }
  return some;
}

}  // namespace

absl::StatusOr<v1::ResidualStream> MeasureSpectrum(numeric::ThreadPool& pool,
                                                   absl::Span<const float> states, int64_t width,
                                                   const job::CancelToken& cancel) {
  const auto cancelled = [&cancel] { return cancel.IsCancelled(); };
  v1::ResidualStream stream;
  linear::Matrix rows = MatrixOf(states, width);
  std::optional<linear::Vector> values = linear::GramEigenvalues(pool, rows, cancelled);
  RETURN_IF_ERROR(cancel.Check());
  stream.set_matrix_entropy(linear::SpectralEntropy(*values));
  rows = linear::Centred(std::move(rows));
  if (rows.isZero(0)) {
    stream.set_participation_ratio(std::numeric_limits<double>::quiet_NaN());
    stream.set_effective_rank(std::numeric_limits<double>::quiet_NaN());
    return stream;
  }
  values = linear::GramEigenvalues(pool, std::move(rows), cancelled);
  RETURN_IF_ERROR(cancel.Check());
  stream.set_participation_ratio(linear::ParticipationRatio(*values));
  stream.set_effective_rank(std::exp(linear::SpectralEntropy(*values)));
  return stream;
}

StreamReader::StreamReader(const model::StreamDecoder& decoder, const model::TokenSequences& tokens,
                           const StreamParams& params, numeric::ThreadPool& pool,
                           const job::CancelToken& cancel)
    : decoder_(decoder),
      tokens_(tokens),
      params_(params),
      pool_(pool),
      cancel_(cancel),
      width_(decoder.architecture().hidden_size) {
  for (size_t i = 0; i + 1 < tokens.offsets.size(); ++i) {
    for (int64_t row = tokens.offsets[i] + params.skip_first; row < tokens.offsets[i + 1]; ++row) {
      rows_.push_back(row);
    }
  }
}

absl::Status StreamReader::ReadEnd(absl::Span<const float> states) {
  likeliest_.resize(tokens_.ids.size());
  return decoder_.Head(tokens_, states, {.likeliest = absl::MakeSpan(likeliest_)});
}

absl::StatusOr<v1::ResidualStream> StreamReader::Measure(absl::Span<const float> x,
                                                         absl::Span<const float> update) const {
  std::vector<float> y(x.size());
  numeric::ParallelFor(
      pool_, 0, static_cast<int64_t>(x.size()), kRows * width_, [&](int64_t first, int64_t last) {
        for (auto i = static_cast<size_t>(first); i < static_cast<size_t>(last); ++i) {
          y[i] = x[i] + update[i];
        }
      });
  const std::vector<float> some = Gather(y, rows_, width_);
  ASSIGN_OR_RETURN(v1::ResidualStream stream, MeasureSpectrum(pool_, some, width_, cancel_));
  stream.set_mean_norm_in(MeanNorm(Gather(x, rows_, width_)));
  stream.set_mean_norm_out(MeanNorm(some));
  RETURN_IF_ERROR(AddLens(y, stream));
  return stream;
}

double StreamReader::MeanNorm(absl::Span<const float> states) const {
  return numeric::Mean(RowNorms(pool_, states, width_));
}

absl::Status StreamReader::AddLens(absl::Span<const float> states,
                                   v1::ResidualStream& stream) const {
  std::vector<double> losses(tokens_.ids.size());
  std::vector<int64_t> likeliest(tokens_.ids.size());
  RETURN_IF_ERROR(decoder_.Head(
      tokens_, states, {.losses = absl::MakeSpan(losses), .likeliest = absl::MakeSpan(likeliest)}));
  const int64_t size = tokens_.count() / params_.batches;
  double loss = 0, agreed = 0, all = 0;
  for (int64_t b = 0; b < params_.batches; ++b) {
    double batch_loss = 0, batch_agreed = 0, targets = 0;
    for (int64_t i = b * size; i < (b + 1) * size; ++i) {
      const auto begin = static_cast<size_t>(tokens_.offsets[static_cast<size_t>(i)]);
      const auto end = static_cast<size_t>(tokens_.offsets[static_cast<size_t>(i) + 1]);
      for (size_t at = begin; at + 1 < end; ++at) {
        batch_loss += losses[at];
        batch_agreed += likeliest[at] == likeliest_[at] ? 1 : 0;
        targets += 1;
      }
    }
    stream.add_lens_batch_losses(batch_loss / targets);
    stream.add_lens_batch_agreements(batch_agreed / targets);
    loss += batch_loss / targets * targets;
    agreed += batch_agreed;
    all += targets;
  }
  stream.set_lens_loss(loss / all);
  stream.set_lens_agreement(agreed / all);
  return absl::OkStatus();
}

}  // namespace widthlab::capture
