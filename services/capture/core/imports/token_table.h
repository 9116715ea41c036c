// Which token each row of the clouds is, and in which subsample.
//
//   ASSIGN_OR_RETURN(const TokenTable tokens, ReadTokenTable(file, rows, /*subsamples=*/4));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_TOKEN_TABLE_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_TOKEN_TABLE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/safetensors_file.h"

namespace widthlab::capture {

inline constexpr std::string_view kTokenTables[] = {"sequence", "position", "token_id",
                                                    "subsample"};

// Token id of a row whose token is not known.
inline constexpr int64_t kUnknownToken = -1;

struct TokenTable {
  // One for each row.
  std::vector<int64_t> sequence = {};
  std::vector<int64_t> position = {};
  std::vector<int64_t> token_id = {};
  std::vector<int64_t> subsample = {};

  // How many there are of each, and rows of the largest subsample.
  int64_t sequences = 0;
  int64_t subsamples = 0;
  int64_t tokens_per_subsample = 0;
};

// What the file does not have is filled in: sequence 0, position = row, token -1, and `subsamples`
// equal parts, row after row (0 means one). INVALID_ARGUMENT names the table and row: not [n], a
// negative entry (below -1 for tokens), (sequence, position) that stood before, a number of
// subsample that is skipped; or the field `subsamples`, which must divide the rows and agree with
// the file.
absl::StatusOr<TokenTable> ReadTokenTable(const tensor_io::SafetensorsFile& file, int64_t rows,
                                          int64_t subsamples);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_TOKEN_TABLE_H_
