// What the residual stream behind one layer looks like: its norms, how many directions it fills,
// and what the model would say if it ended there.
//
//   StreamReader reader(decoder, tokens, {.batches = 8, .skip_first = 1}, pool, cancel);
//   RETURN_IF_ERROR(reader.ReadEnd(states));                       // of the last layer
//   ASSIGN_OR_RETURN(v1::ResidualStream stream, reader.Measure(x, update));
//
// Sources: matrix entropy, Skean et al. 2025 (arXiv 2502.02013), with alpha -> 1; participation
// ratio and effective rank as in docs/math/dimension.md; logit lens, nostalgebraist 2020. Cost of a
// layer: the head over all tokens, and two spectra of n·d·m + 2·m³ for m = min(n, d), in double
// precision; memory 24·n·d + 16·m² bytes. The same bits for any number of threads.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_RESIDUAL_STREAM_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_RESIDUAL_STREAM_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/job/cancel_token.h"
#include "common/model/stream_decoder.h"
#include "common/numeric/thread_pool.h"
#include "widthlab/capture/v1/diagnostics.pb.h"

namespace widthlab::capture {

struct StreamParams {
  int64_t batches = 1;     // divides the sequences
  int64_t skip_first = 1;  // positions of each sequence that norms and spectra leave out
};

class StreamReader {
 public:
  // All outlive the reader.
  StreamReader(const model::StreamDecoder& decoder, const model::TokenSequences& tokens,
               const StreamParams& params, numeric::ThreadPool& pool,
               const job::CancelToken& cancel);

  // Positions that norms and spectra are over.
  int64_t eligible() const { return static_cast<int64_t>(rows_.size()); }

  // The stream behind the last layer, which the logit lens is compared with; before Measure.
  absl::Status ReadEnd(absl::Span<const float> states);

  // Of a layer's X and update, [tokens, d]. CANCELLED, and errors of the head.
  absl::StatusOr<v1::ResidualStream> Measure(absl::Span<const float> x,
                                             absl::Span<const float> update) const;

 private:
  double MeanNorm(absl::Span<const float> states) const;
  absl::Status AddLens(absl::Span<const float> states, v1::ResidualStream& stream) const;

  const model::StreamDecoder& decoder_;
  const model::TokenSequences& tokens_;
  const StreamParams params_;
  numeric::ThreadPool& pool_;
  const job::CancelToken& cancel_;
  const int64_t width_;
  std::vector<int64_t> rows_;       // eligible
  std::vector<int64_t> likeliest_;  // by the whole model
};

// Of the n rows of states [n, width] alone: the three figures of the spectrum.
absl::StatusOr<v1::ResidualStream> MeasureSpectrum(numeric::ThreadPool& pool,
                                                   absl::Span<const float> states, int64_t width,
                                                   const job::CancelToken& cancel);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_RESIDUAL_STREAM_H_
