#include "services/capture/core/scored_text.h"

#include <algorithm>
#include <limits>

#include "common/status/macros.h"
#include "services/capture/core/sequences.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {

absl::StatusOr<ScoredText> ChooseText(absl::Span<const tokenizer::TokenDocument> documents,
                                      const TextChoice& choice) {
  const int64_t length = choice.whole_documents ? std::numeric_limits<int64_t>::max() / 2
                                                : int64_t{choice.sequence_length};
  v1::CaptureSpec spec;
  spec.set_seed(choice.seed);
  spec.set_sequences(choice.sequences);
  spec.set_sequence_length(choice.sequence_length);
  const std::vector<Sequence> all =
      CutSequences(documents, length, std::max<int64_t>(1, choice.skip_first));
  ASSIGN_OR_RETURN(const std::vector<Sequence> chosen, ChooseSequences(all, spec));
  ScoredText text;
  for (const Sequence& sequence : chosen) {
    const tokenizer::TokenDocument& document = documents[sequence.document];
    const auto first = document.ids.begin() + sequence.begin;
    text.ids.insert(text.ids.end(), first, first + sequence.length);
    text.offsets.push_back(static_cast<int64_t>(text.ids.size()));
    text.documents.push_back(document.path);
  }
  return text;
}

}  // namespace widthlab::capture
