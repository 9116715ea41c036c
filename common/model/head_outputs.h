// What the head of a model is asked for.
//
//   std::vector<double> losses(tokens.tokens());
//   RETURN_IF_ERROR(decoder->Head(tokens, states, {.losses = absl::MakeSpan(losses)}));
#ifndef WIDTHLAB_COMMON_MODEL_HEAD_OUTPUTS_H_
#define WIDTHLAB_COMMON_MODEL_HEAD_OUTPUTS_H_

#include <cstdint>

#include "absl/types/span.h"

namespace widthlab::model {

// Each may be empty.
struct HeadOutputs {
  // Next-token loss in nats of every token, 0 for the last of a sequence. [tokens]
  absl::Span<double> losses = {};
  // [tokens, vocabulary]
  absl::Span<float> logits = {};
  // The most likely next token of every token, the first of equal ones; -1 where no logit is a
  // number. [tokens]
  absl::Span<int64_t> likeliest = {};
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_HEAD_OUTPUTS_H_
