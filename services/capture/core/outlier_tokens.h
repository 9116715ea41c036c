// Which tokens the outliers of a cloud are: where they stand, and their text.
//
//   NameOutliers(cloud, {.ids = ids, .offsets = offsets, .tokenizer = tokenizer.get()}, summary);
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_OUTLIER_TOKENS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_OUTLIER_TOKENS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "common/tokenizer/tokenizer.h"
#include "services/capture/core/cloud.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {

struct TokenText {
  // Of all sequences, one after the other; sequence s is [offsets[s], offsets[s + 1]).
  absl::Span<const int64_t> ids = {};
  absl::Span<const int64_t> offsets = {};
  // Null: no token has a text.
  const tokenizer::Tokenizer* tokenizer = nullptr;
};

// Fills in all of every layer's top_tokens but row and share.
void NameOutliers(const Cloud& cloud, const TokenText& text, v1::ActivationsSummary& summary);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_OUTLIER_TOKENS_H_
