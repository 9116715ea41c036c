// The sequences that a capture reads: documents cut to length, then chosen by seed.
//
//   std::vector<Sequence> all = CutSequences(documents, spec.sequence_length(), spec.skip_first());
//   ASSIGN_OR_RETURN(std::vector<Sequence> chosen, ChooseSequences(all, spec));
//   ASSIGN_OR_RETURN(SequenceTokens tokens, ReadSequences(documents, chosen));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SEQUENCES_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SEQUENCES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "services/capture/core/documents.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {

// Tokens [begin, begin + length) of one document.
struct Sequence {
  int64_t document = 0;
  int64_t begin = 0;
  int64_t length = 0;

  friend bool operator==(const Sequence&, const Sequence&) = default;
};

// Document by document, in sequences of `length` tokens; a document's shorter last piece is kept.
// Pieces of at most `skip_first` tokens have no eligible position and are left out.
std::vector<Sequence> CutSequences(const Documents& documents, int64_t length, int64_t skip_first);

// spec.sequences() of them, drawn without replacement from the stream `capture/sequences` of the
// seed, in the order drawn. INVALID_ARGUMENT on field "sequences" where the text has fewer.
absl::StatusOr<std::vector<Sequence>> ChooseSequences(absl::Span<const Sequence> all,
                                                      const v1::CaptureSpec& spec);

// The ids of sequences, one after the other; sequence i is [offsets[i], offsets[i + 1]).
struct SequenceTokens {
  std::vector<int64_t> ids = {};
  std::vector<int64_t> offsets = {0};
};

// FAILED_PRECONDITION FILE_CHANGED where a document's file is no longer what it was.
absl::StatusOr<SequenceTokens> ReadSequences(const Documents& documents,
                                             absl::Span<const Sequence> sequences);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SEQUENCES_H_
