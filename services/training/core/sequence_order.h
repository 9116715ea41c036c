// Which sequence of the text is learned next: the same order for every arm with the same seed.
//
//   SequenceOrder order(/*seed=*/7, /*sequences=*/1000);
//   int64_t first = order.Next();
//
// Each pass over the text is a new permutation, drawn from the stream `data/pass/K` of the seed.
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_SEQUENCE_ORDER_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_SEQUENCE_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace widthlab::training {

class SequenceOrder {
 public:
  // At least one sequence.
  SequenceOrder(uint64_t seed, int64_t sequences);

  // Index in [0, sequences).
  int64_t Next();

 private:
  void Shuffle();

  uint64_t seed_;
  int64_t sequences_;
  int64_t pass_ = 0;
  size_t position_ = 0;
  std::vector<int64_t> order_;
};

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_SEQUENCE_ORDER_H_
