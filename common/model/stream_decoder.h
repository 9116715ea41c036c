// A decoder of any family that never holds more than two layers of its model: all sequences advance
// through layer l before layer l + 1 is touched, and that one is read meanwhile.
//
//   ASSIGN_OR_RETURN(auto decoder, StreamDecoder::Create(a, source, {.pool = &pool}));
//   const TokenSequences tokens{ids, {0, 512, 1024}};          // two sequences of 512 tokens
//   std::vector<float> states(1024 * a.hidden_size);
//   RETURN_IF_ERROR(decoder->Embed(tokens, absl::MakeSpan(states)));
//   RETURN_IF_ERROR(decoder->RunLayers(tokens, 0, a.layers, absl::MakeSpan(states), visitor));
//   RETURN_IF_ERROR(decoder->Head(tokens, states, {.losses = absl::MakeSpan(losses)}));
//
// States are float32 [tokens, d], the caller's, in the host's memory. Any layer can be the first:
// states kept after layer l (FfnOut) go on with RunLayers(tokens, l + 1, ...), to the same bits.
// Every sequence is cut into fixed blocks of rows, so the bits do not depend on the number of
// threads, nor on which sequences run together.
//
// Memory beside the states: two layers of weights in the compute type, one more [tokens, d], and
// the projections of kTokensAtOnce tokens (or one sequence). A device holds one layer of weights
// and what one sequence needs, while the host reads the next layer. Its sums differ from the host's
// in the last bits: ComputeDevice::device_class() tells them apart. Not thread-safe.
#ifndef WIDTHLAB_COMMON_MODEL_STREAM_DECODER_H_
#define WIDTHLAB_COMMON_MODEL_STREAM_DECODER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"
#include "common/model/compute_device.h"
#include "common/model/decoder.h"
#include "common/model/head_outputs.h"
#include "common/model/layer_visitor.h"
#include "common/model/token_sequences.h"
#include "common/numeric/thread_pool.h"
#include "common/tensor_io/tensor_source.h"

namespace widthlab::model {

struct StreamOptions {
  numeric::ThreadPool* pool = nullptr;  // whose workers called UseOneInnerThread
  // Of what goes into a matrix product; sums, norms, attention weights and states are float32. On a
  // processor without bfloat16 products the same values are multiplied in float32.
  Precision precision = Precision::kFloat32;
  // Asked between blocks; its first true ends the call as CANCELLED. Optional.
  std::function<bool()> cancelled = {};
  // Where layers and head are computed. The embedding is the host's anyway.
  ComputeDevice device = {};
};

class StreamDecoder {
 public:
  // INVALID_ARGUMENT: what CheckSource refuses; experts or residual widths, which it does not run.
  static absl::StatusOr<std::unique_ptr<StreamDecoder>> Create(
      const architecture::Architecture& a, std::shared_ptr<const tensor_io::TensorSource> source,
      const StreamOptions& options);
  ~StreamDecoder();

  const architecture::Architecture& architecture() const;

  // Errors: those of CheckTokens.
  absl::Status Check(const TokenSequences& tokens) const;

  // Requires, as the next two, what Check accepts. Errors: those of the source (FILE_CHANGED, where
  // a file of the model was written or shortened meanwhile, before anything of it reaches the
  // visitor), CANCELLED, INTERNAL for what LibTorch throws.
  absl::Status Embed(const TokenSequences& tokens, absl::Span<float> states) const;

  // Layers [first, last). FAILED_PRECONDITION WEIGHTS_NOT_FINITE naming the tensor, or
  // STATES_NOT_FINITE naming layer, sequence and position.
  absl::Status RunLayers(const TokenSequences& tokens, int64_t first, int64_t last,
                         absl::Span<float> states, LayerVisitor& visitor) const;

  // Final norm, head, soft cap. The head's matrix is met in pieces of the vocabulary.
  absl::Status Head(const TokenSequences& tokens, absl::Span<const float> states,
                    const HeadOutputs& outputs) const;

  // The same for any rows of states [rows, d] (a logit lens): logits [rows, vocabulary].
  absl::Status Logits(absl::Span<const float> states, absl::Span<float> logits) const;

 private:
  class Implementation;
  explicit StreamDecoder(std::unique_ptr<const Implementation> implementation);
  std::unique_ptr<const Implementation> implementation_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_STREAM_DECODER_H_
