// The text of a training run, in two parts: what is learned, and what is held out.
//
//   ASSIGN_OR_RETURN(Corpus corpus, MakeCorpus(std::move(documents), /*validation_share=*/0.1));
//
// Which documents are held out is decided by their content alone, so that every run on a text holds
// out the same ones: documents in ascending order of digest, the first round(share * documents) of
// them, at least one and never all; documents of equal content stay together where that is
// possible. Of a single document the last share is held out.
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_CORPUS_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_CORPUS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tokenizer/token_document.h"

namespace widthlab::training {

struct Corpus {
  // The documents to learn, ascending by path, one after the other.
  std::vector<uint32_t> training = {};
  // Those held out, ascending by digest.
  std::vector<tokenizer::TokenDocument> validation = {};
};

// Requires 0 < validation_share < 1. INVALID_ARGUMENT on field "text" where there is too little to
// divide: no document, or a single one of less than four tokens.
absl::StatusOr<Corpus> MakeCorpus(std::vector<tokenizer::TokenDocument> documents,
                                  double validation_share);

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_CORPUS_H_
