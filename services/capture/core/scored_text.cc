#include "services/capture/core/scored_text.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "common/status/macros.h"
#include "services/capture/core/sequences.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {

absl::StatusOr<ScoredText> ChooseText(const Documents& documents, const TextChoice& choice) {
  const int64_t length = choice.whole_documents ? std::numeric_limits<int64_t>::max() / 2
                                                : int64_t{choice.sequence_length};
  v1::CaptureSpec spec;
  spec.set_seed(choice.seed);
  spec.set_sequences(choice.sequences);
  spec.set_sequence_length(choice.sequence_length);
  const std::vector<Sequence> all =
      CutSequences(documents, length, std::max<int64_t>(1, choice.skip_first));
  ASSIGN_OR_RETURN(const std::vector<Sequence> chosen, ChooseSequences(all, spec));
  ASSIGN_OR_RETURN(SequenceTokens tokens, ReadSequences(documents, chosen));
  ScoredText text{.ids = std::move(tokens.ids), .offsets = std::move(tokens.offsets)};
  for (const Sequence& sequence : chosen) {
    text.documents.push_back(documents.Path(sequence.document));
  }
  return text;
}

}  // namespace widthlab::capture
