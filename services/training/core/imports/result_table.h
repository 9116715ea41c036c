// Loss curves of many runs as one table: arm, seed, step, loss.
//
//   ASSIGN_OR_RETURN(const ResultTable table, ReadResultTable(csv));
//   for (const ResultArm& arm : table.arms) { for (const ResultRun& run : arm.runs) ... }
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_IMPORTS_RESULT_TABLE_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_IMPORTS_RESULT_TABLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::training {

struct ResultPoint {
  int32_t step;
  // On held-out text, in nats.
  double loss;
  // Where the table has these columns and this row a value.
  std::optional<int64_t> tokens;
  std::optional<double> training_loss;
  std::optional<double> learning_rate;
};

struct ResultRun {
  uint64_t seed;
  // By step, each once.
  std::vector<ResultPoint> points;
};

struct ResultArm {
  std::string name;
  // By seed.
  std::vector<ResultRun> runs;
};

struct ResultTable {
  // In the order in which the table names them first.
  std::vector<ResultArm> arms;
};

// Columns may stand in any order; columns of other names are passed over. INVALID_ARGUMENT
// BAD_TABLE names line and column: a missing or repeated column, a table without rows, text that is
// no number, NaN and infinity, a step below 0, (arm, seed, step) that stood before.
absl::StatusOr<ResultTable> ReadResultTable(std::string_view csv);

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_IMPORTS_RESULT_TABLE_H_
