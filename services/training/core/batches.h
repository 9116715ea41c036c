// Batches of training sequences, cut from the text in a seeded order.
//
//   ASSIGN_OR_RETURN(Batches batches, Batches::Create(corpus.training, spec));
//   const Batch& batch = batches.Next();     // ids and targets, [batch_size * sequence_length]
//
// The text is cut into sequences of T tokens; the target of each token is the one after it, so
// neighbours share one token and the last piece that is too short is left out.
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_BATCHES_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_BATCHES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "services/training/core/sequence_order.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::training {

struct Batch {
  std::vector<int64_t> ids = {};
  std::vector<int64_t> targets = {};
};

class Batches {
 public:
  // `tokens` must outlive the result. INVALID_ARGUMENT on field "sequence_length" where the text
  // has not one whole sequence.
  static absl::StatusOr<Batches> Create(absl::Span<const uint32_t> tokens,
                                        const v1::TrainSpec& spec);

  // Valid until the next call.
  const Batch& Next();

 private:
  Batches(absl::Span<const uint32_t> tokens, const v1::TrainSpec& spec, int64_t sequences);

  absl::Span<const uint32_t> tokens_;
  int64_t batch_size_;
  int64_t length_;
  SequenceOrder order_;
  Batch batch_;
};

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_BATCHES_H_
