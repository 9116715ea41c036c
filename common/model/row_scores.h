// One token's loss and most likely successor, from logits that come in pieces of the vocabulary.
//
//   RowLoss loss;
//   loss.Add(SumOfExponentials(piece, n));          // piece by piece, in one order
//   loss.own = piece[target - first];               // in the piece that has it
//   loss.Loss();                                    // nats; NaN where a logit was not finite
#ifndef WIDTHLAB_COMMON_MODEL_ROW_SCORES_H_
#define WIDTHLAB_COMMON_MODEL_ROW_SCORES_H_

#include <cstdint>
#include <limits>

#include "common/model/stream_kernels.h"

namespace widthlab::model {

struct RowLoss {
  LogSum sum = {-std::numeric_limits<float>::infinity(), 0};
  double total = 0;  // exponentials, relative to sum.largest
  float own = 0;     // logit of the target

  void Add(const LogSum& piece);
  double Loss() const;
};

// The largest logit, and where it is: the first of equal ones, -1 where none is a number.
struct RowMaximum {
  float largest = -std::numeric_limits<float>::infinity();
  int64_t at = -1;

  // Logits [count] of the entries from `first` on.
  void Add(const float* row, int64_t first, int64_t count);
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_ROW_SCORES_H_
