#include "services/capture/core/token_sample.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "common/numeric/random_stream.h"
#include "common/status/error.h"

namespace widthlab::capture {
namespace {

absl::Status TooFew(const v1::CaptureSpec& spec, int64_t eligible) {
  const int64_t fits = eligible / spec.subsamples();
  const std::string allowed =
      fits > 0 ? absl::StrCat("at most ", fits) : absl::StrCat("fewer; so must be subsamples");
  return InvalidField(
      "tokens_per_subsample", absl::StrCat(spec.tokens_per_subsample()),
      absl::StrCat(allowed, ": ", spec.subsamples(), " subsamples share the ", eligible,
                   " eligible tokens of ", spec.sequences(), " sequences"));
}

}  // namespace

int64_t CloudSize(const v1::CaptureSpec& spec) {
  return int64_t{spec.subsamples()} * spec.tokens_per_subsample();
}

absl::StatusOr<TokenSample> SampleTokens(absl::Span<const Sequence> sequences,
                                         const v1::CaptureSpec& spec) {
  std::vector<SampledToken> all;
  for (size_t sequence = 0; sequence < sequences.size(); ++sequence) {
    for (int64_t position = spec.skip_first(); position < sequences[sequence].length; ++position) {
      all.push_back({static_cast<int64_t>(sequence), position});
    }
  }
  TokenSample sample;
  sample.eligible = static_cast<int64_t>(all.size());
  const int64_t wanted = CloudSize(spec);
  if (sample.eligible < wanted) return TooFew(spec, sample.eligible);
  const int64_t candidates =
      spec.has_max_norm_ratio() ? std::min(wanted + (wanted + 1) / 2, sample.eligible) : wanted;
  const std::vector<int64_t> order =
      numeric::RandomStream(spec.seed(), "capture/tokens").Permutation(sample.eligible);
  for (int64_t i = 0; i < candidates; ++i) {
    sample.tokens.push_back(all[static_cast<size_t>(order[static_cast<size_t>(i)])]);
  }
  return sample;
}

}  // namespace widthlab::capture
