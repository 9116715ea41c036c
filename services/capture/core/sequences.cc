#include "services/capture/core/sequences.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "common/numeric/random_stream.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::capture {

std::vector<Sequence> CutSequences(const Documents& documents, int64_t length, int64_t skip_first) {
  std::vector<Sequence> sequences;
  for (int64_t document = 0; document < documents.count(); ++document) {
    const int64_t size = documents.Size(document);
    for (int64_t begin = 0; begin < size; begin += length) {
      const int64_t piece = std::min(length, size - begin);
      if (piece > skip_first) sequences.push_back({document, begin, piece});
    }
  }
  return sequences;
}

absl::StatusOr<std::vector<Sequence>> ChooseSequences(absl::Span<const Sequence> all,
                                                      const v1::CaptureSpec& spec) {
  const auto available = static_cast<int64_t>(all.size());
  if (available < spec.sequences()) {
    return InvalidField(
        "sequences", absl::StrCat(spec.sequences()),
        absl::StrCat("at most ", available, ": the text has that many sequences of ", "up to ",
                     spec.sequence_length(), " tokens"));
  }
  const std::vector<int64_t> order =
      numeric::RandomStream(spec.seed(), "capture/sequences").Permutation(available);
  std::vector<Sequence> chosen;
  for (int64_t i = 0; i < spec.sequences(); ++i) {
    chosen.push_back(all[static_cast<size_t>(order[static_cast<size_t>(i)])]);
  }
  return chosen;
}

absl::StatusOr<SequenceTokens> ReadSequences(const Documents& documents,
                                             absl::Span<const Sequence> sequences) {
  SequenceTokens tokens;
  for (const Sequence& sequence : sequences) {
    documents.Append(sequence.document, sequence.begin, sequence.length, tokens.ids);
    tokens.offsets.push_back(static_cast<int64_t>(tokens.ids.size()));
  }
  RETURN_IF_ERROR(documents.CheckUnchanged());
  return tokens;
}

}  // namespace widthlab::capture
