// The decoder: RMSNorm, rotary positions, grouped-query attention, gated SiLU FFN with a width for
// every layer.
//
//   Decoder decoder(weights, {.longest_sequence = 128});
//   TokenBatch batch{.ids = ids, .sequences = 4, .length = 128};   // ids [4 * 128]
//   ASSIGN_OR_RETURN(double loss, decoder.LossAndGradient(batch, targets, 1.0 / 512, gradient));
//
// A layer computes x += attention(norm(x)), then x += ffn(norm(x)). No LibTorch in this header.
//
// Threads: all methods are const and may run at once on one decoder. Each computes on the calling
// thread alone, provided that LibTorch's inner threads are set to one there (UseOneInnerThread);
// only then do the bits not depend on the machine's cores. The weights must outlive the decoder,
// and change only between calls.
#ifndef WIDTHLAB_COMMON_MODEL_DECODER_H_
#define WIDTHLAB_COMMON_MODEL_DECODER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/model/parameters.h"

namespace widthlab::model {

// Equally long sequences, one after the other. Ids must lie in the vocabulary.
struct TokenBatch {
  absl::Span<const int64_t> ids;
  int64_t sequences = 0;
  int64_t length = 0;
};

// Number format of matrix products; everything else, and all weights, are float32.
enum class Precision { kFloat32, kBFloat16 };

struct DecoderOptions {
  int64_t longest_sequence = 0;
  Precision precision = Precision::kFloat32;
  // Asked at every layer, on the way forward and back; its first true ends the call as CANCELLED.
  // From whichever threads compute. Optional.
  std::function<bool()> cancelled = {};
};

// The residual stream of a layer, row-major [sequences * length, d]: as it enters the FFN sub-block
// before its norm, and after the FFN's contribution has been added. Valid during the call.
struct LayerStates {
  int64_t layer = 0;
  absl::Span<const float> ffn_in;
  absl::Span<const float> ffn_out;
};
using LayerObserver = std::function<void(const LayerStates&)>;

class Decoder {
 public:
  Decoder(const Parameters& parameters, const DecoderOptions& options);
  ~Decoder();
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  // Next-token loss of every token in nats, into `losses` [tokens]. A target below 0 counts 0.
  // `observer` (may be empty) sees the states of layer 0, 1, ...
  // Errors: INVALID_ARGUMENT for a batch that does not fit, INTERNAL for what LibTorch throws,
  // CANCELLED.
  absl::Status Losses(const TokenBatch& batch, absl::Span<const int64_t> targets,
                      const LayerObserver& observer, absl::Span<double> losses) const;

  // Sum of the losses over the batch. `gradient`, laid out as Parameters::values(), becomes the
  // gradient of weight * sum (gaps stay as they are).
  absl::StatusOr<double> LossAndGradient(const TokenBatch& batch, absl::Span<const int64_t> targets,
                                         double weight, absl::Span<float> gradient) const;

  // Scores of the next token [tokens * vocab_size].
  absl::StatusOr<std::vector<float>> Logits(const TokenBatch& batch) const;

 private:
  class Implementation;
  std::unique_ptr<const Implementation> implementation_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_DECODER_H_
