// Loss on held-out documents: the same tokens for every model of one text and spec.
//
//   ValidationSet validation(corpus.validation, spec);
//   ASSIGN_OR_RETURN(auto losses, validation.Evaluate(decoder, pool, cancel));
//   MeanLoss(losses);
//
// At most spec.validation_tokens() targets are read, spread evenly over the documents (short ones
// whole); of very many documents only as many, in order of digest, as get one sequence each. A
// document is read from its beginning in sequences of spec.sequence_length() tokens, each with the
// token after it as last target, so every token but a document's first is a target once.
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_VALIDATION_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_VALIDATION_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/job/cancel_token.h"
#include "common/model/decoder.h"
#include "common/numeric/thread_pool.h"
#include "common/tokenizer/token_document.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::training {

class ValidationSet {
 public:
  // `documents` must outlive this.
  ValidationSet(absl::Span<const tokenizer::TokenDocument> documents, const v1::TrainSpec& spec);

  // One entry for each document that has a target, in the order of the documents.
  absl::StatusOr<std::vector<v1::DocumentLoss>> Evaluate(const model::Decoder& decoder,
                                                         numeric::ThreadPool& pool,
                                                         const job::CancelToken& cancel) const;

  int64_t target_count() const;

 private:
  // Equally long sequences of one document that are computed together.
  struct Group {
    size_t document;
    int64_t begin;
    int64_t sequences;
    int64_t length;
  };

  void AddDocument(size_t index, int64_t targets, int64_t sequence_length);
  absl::StatusOr<double> GroupLoss(const model::Decoder& decoder, const Group& group) const;

  absl::Span<const tokenizer::TokenDocument> documents_;
  std::vector<Group> groups_;
};

// Targets to read of each document: those of `available`, but at most a common limit, chosen as
// large as the total allows.
std::vector<int64_t> SpreadTargets(const std::vector<int64_t>& available, int64_t total);

// Token-weighted mean, in nats.
double MeanLoss(absl::Span<const v1::DocumentLoss> losses);

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_VALIDATION_H_
