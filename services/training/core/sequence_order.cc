#include "services/training/core/sequence_order.h"

#include "absl/strings/str_cat.h"
#include "common/numeric/random_stream.h"

namespace widthlab::training {

SequenceOrder::SequenceOrder(uint64_t seed, int64_t sequences)
    : seed_(seed), sequences_(sequences) {
  Shuffle();
}

int64_t SequenceOrder::Next() {
  if (position_ == order_.size()) {
    ++pass_;
    Shuffle();
  }
  return order_[position_++];
}

void SequenceOrder::Shuffle() {
  order_ = numeric::RandomStream(seed_, absl::StrCat("data/pass/", pass_)).Permutation(sequences_);
  position_ = 0;
}

}  // namespace widthlab::training
