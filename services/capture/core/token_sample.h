// The tokens of a cloud, drawn uniformly without replacement from the eligible positions.
//
//   ASSIGN_OR_RETURN(TokenSample sample, SampleTokens(sequences, spec));
//   sample.tokens[0].sequence, sample.tokens[0].position
//
// Eligible is every position of a sequence but the first spec.skip_first() ones. All of them stand
// in one order, drawn from the stream `capture/tokens` of the seed; the cloud takes the first
// subsamples * tokens_per_subsample, the first of these for subsample 0, and so on. With
// max_norm_ratio half as many again are candidates, because some will be passed over.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_TOKEN_SAMPLE_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_TOKEN_SAMPLE_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "services/capture/core/sequences.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {

struct SampledToken {
  int64_t sequence = 0;
  int64_t position = 0;
};

struct TokenSample {
  // Candidates, in the order drawn.
  std::vector<SampledToken> tokens = {};
  int64_t eligible = 0;
};

// Tokens that the cloud will hold.
int64_t CloudSize(const v1::CaptureSpec& spec);

// INVALID_ARGUMENT on field "tokens_per_subsample", with the largest count that fits, where there
// are too few eligible positions.
absl::StatusOr<TokenSample> SampleTokens(absl::Span<const Sequence> sequences,
                                         const v1::CaptureSpec& spec);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_TOKEN_SAMPLE_H_
