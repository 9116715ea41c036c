// The sequences of a text whose next tokens are scored: those that a capture of the same numbers
// reads.
//
//   ASSIGN_OR_RETURN(const ScoredText text, ChooseText(documents, {.sequences = 8}));
//   RETURN_IF_ERROR(decoder->Check(text.tokens()));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SCORED_TEXT_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SCORED_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "common/model/stream_decoder.h"
#include "services/capture/core/documents.h"

namespace widthlab::capture {

struct TextChoice {
  uint64_t seed = 0;
  int32_t sequences = 8;
  int32_t sequence_length = 512;
  // Sequences are the documents, not cut.
  bool whole_documents = false;
  // Sequences are longer than this; at least 1, as a single token has no next one to be scored.
  int64_t skip_first = 1;
};

struct ScoredText {
  std::vector<int64_t> ids = {};
  std::vector<int64_t> offsets = {0};
  // Document (path in the text) of each sequence.
  std::vector<std::string> documents = {};

  // Must not outlive this.
  model::TokenSequences tokens() const { return {ids, offsets}; }
};

// INVALID_ARGUMENT on field "sequences" where the text has fewer; errors of ReadSequences.
absl::StatusOr<ScoredText> ChooseText(const Documents& documents, const TextChoice& choice);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SCORED_TEXT_H_
