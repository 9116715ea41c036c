#include "common/model/row_scores.h"

#include <algorithm>
#include <cmath>

#include "common/numeric/exact_log.h"

namespace widthlab::model {

void RowLoss::Add(const LogSum& piece) {
  if (total == 0) {
    sum = piece;
    total = static_cast<double>(piece.sum);
    return;
  }
  const float largest = std::max(sum.largest, piece.largest);
  total = total * std::exp(static_cast<double>(sum.largest - largest)) +
          static_cast<double>(piece.sum) * std::exp(static_cast<double>(piece.largest - largest));
  sum.largest = largest;
}

double RowLoss::Loss() const {
  if (!std::isfinite(total)) return std::numeric_limits<double>::quiet_NaN();
  return numeric::ExactLog(total) + static_cast<double>(sum.largest) - static_cast<double>(own);
}

void RowMaximum::Add(const float* row, int64_t first, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    if (row[i] > largest || (at < 0 && row[i] == largest)) {
      largest = row[i];
      at = first + i;
    }
  }
}

}  // namespace widthlab::model
