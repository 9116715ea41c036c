#include "services/capture/core/imports/token_table.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::capture {
namespace {

// The table, or nothing where the file does not have it.
absl::StatusOr<std::vector<int64_t>> Read(const tensor_io::SafetensorsFile& file,
                                          std::string_view name, int64_t rows, int64_t least) {
  std::vector<int64_t> values;
  if (!file.Has(name)) return values;
  ASSIGN_OR_RETURN(const tensor_io::TensorView view, file.Tensor(name));
  if (view.info->shape != std::vector<int64_t>{rows}) {
    return InvalidField(name, view.info->ShapeText(),
                        absl::StrCat("[", rows, "], one entry for each row of the clouds"));
  }
  values.resize(static_cast<size_t>(rows));
  RETURN_IF_ERROR(view.CopyTo(absl::MakeSpan(values)));
  for (size_t row = 0; row < values.size(); ++row) {
    if (values[row] >= least && values[row] <= INT32_MAX) continue;
    return InvalidField(absl::StrCat(std::string(name), "[", row, "]"), absl::StrCat(values[row]),
                        absl::StrCat("a whole number in [", least, ", ", INT32_MAX, "]"));
  }
  return values;
}

// No token stands twice.
absl::Status CheckTokens(const TokenTable& table) {
  std::map<std::pair<int64_t, int64_t>, size_t> rows;
  for (size_t row = 0; row < table.sequence.size(); ++row) {
    const auto [it, is_new] =
        rows.emplace(std::pair(table.sequence[row], table.position[row]), row);
    if (is_new) continue;
    return InvalidFieldBecause(
        absl::StrCat("position[", row, "]"),
        absl::StrCat("position ", table.position[row], " of sequence ", table.sequence[row],
                     " is row ", it->second, " already"));
  }
  return absl::OkStatus();
}

absl::Status FillSubsamples(int64_t rows, int64_t wanted, TokenTable& table) {
  if (wanted < 0 || wanted > rows) {
    return InvalidField("subsamples", absl::StrCat(wanted), absl::StrCat("in [0, ", rows, "]"));
  }
  const int64_t parts = std::max<int64_t>(wanted, 1);
  if (rows % parts != 0) {
    return InvalidField("subsamples", absl::StrCat(parts),
                        absl::StrCat("a number that divides the ", rows, " rows"));
  }
  for (int64_t row = 0; row < rows; ++row) table.subsample.push_back(row / (rows / parts));
  return absl::OkStatus();
}

absl::Status CountSubsamples(int64_t wanted, TokenTable& table) {
  std::map<int64_t, int64_t> counts;
  for (const int64_t subsample : table.subsample) ++counts[subsample];
  int64_t next = 0;
  for (const auto& [subsample, count] : counts) {
    if (subsample != next) {
      return InvalidFieldBecause("subsample", absl::StrCat("no row is of subsample ", next,
                                                           ", but there are rows of ", subsample));
    }
    table.tokens_per_subsample = std::max(table.tokens_per_subsample, count);
    ++next;
  }
  if (wanted != 0 && wanted != next) {
    return InvalidField("subsamples", absl::StrCat(wanted),
                        absl::StrCat("0, or the ", next, " that the file has"));
  }
  table.subsamples = next;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<TokenTable> ReadTokenTable(const tensor_io::SafetensorsFile& file, int64_t rows,
                                          int64_t subsamples) {
  TokenTable table;
  ASSIGN_OR_RETURN(table.sequence, Read(file, "sequence", rows, 0));
  ASSIGN_OR_RETURN(table.position, Read(file, "position", rows, 0));
  ASSIGN_OR_RETURN(table.token_id, Read(file, "token_id", rows, kUnknownToken));
  ASSIGN_OR_RETURN(table.subsample, Read(file, "subsample", rows, 0));
  const bool placed = !table.sequence.empty() && !table.position.empty();
  table.sequence.resize(static_cast<size_t>(rows), 0);
  if (table.position.empty()) {
    table.position.resize(static_cast<size_t>(rows));
    std::iota(table.position.begin(), table.position.end(), 0);
  }
  table.token_id.resize(static_cast<size_t>(rows), kUnknownToken);
  if (placed) RETURN_IF_ERROR(CheckTokens(table));
  if (table.subsample.empty()) RETURN_IF_ERROR(FillSubsamples(rows, subsamples, table));
  RETURN_IF_ERROR(CountSubsamples(subsamples, table));
  table.sequences =
      static_cast<int64_t>(std::set<int64_t>(table.sequence.begin(), table.sequence.end()).size());
  return table;
}

}  // namespace widthlab::capture
