#include "services/training/core/batches.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::training {

absl::StatusOr<Batches> Batches::Create(absl::Span<const uint32_t> tokens,
                                        const v1::TrainSpec& spec) {
  const int64_t size = static_cast<int64_t>(tokens.size());
  const int64_t sequences = (size - 1) / spec.sequence_length();
  if (sequences < 1) {
    return InvalidField("sequence_length", absl::StrCat(spec.sequence_length()),
                        absl::StrCat("less than the ", size, " tokens of the text to learn"));
  }
  return Batches(tokens, spec, sequences);
}

Batches::Batches(absl::Span<const uint32_t> tokens, const v1::TrainSpec& spec, int64_t sequences)
    : tokens_(tokens),
      batch_size_(spec.batch_size()),
      length_(spec.sequence_length()),
      order_(spec.seed(), sequences) {
  batch_.ids.resize(static_cast<size_t>(batch_size_ * length_));
  batch_.targets.resize(batch_.ids.size());
}

const Batch& Batches::Next() {
  for (int64_t row = 0; row < batch_size_; ++row) {
    const auto begin = tokens_.begin() + order_.Next() * length_;
    std::copy(begin, begin + length_, batch_.ids.begin() + row * length_);
    std::copy(begin + 1, begin + 1 + length_, batch_.targets.begin() + row * length_);
  }
  return batch_;
}

}  // namespace widthlab::training
