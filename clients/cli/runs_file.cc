#include "clients/cli/runs_file.h"

#include <map>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using schedule::v1::FitScalingLawRequest;
using schedule::v1::ScalingFamily;
using schedule::v1::ScalingRun;

constexpr char kFamily[] = "family";
constexpr char kColumns[] = "family, loss, parameters, training_flops, kv_bytes_per_token";

std::vector<std::string> CellsOf(const std::string& line) {
  std::vector<std::string> cells;
  for (const auto& cell : absl::StrSplit(line, ',')) {
    cells.emplace_back(absl::StripAsciiWhitespace(cell));
  }
  return cells;
}

const google::protobuf::FieldDescriptor* ColumnField(const std::string& column) {
  return ScalingRun::descriptor()->FindFieldByName(column);
}

absl::Status CheckHeader(const std::vector<std::string>& columns) {
  std::map<std::string, int> seen;
  for (const std::string& column : columns) {
    if (column != kFamily && ColumnField(column) == nullptr) {
      return InvalidField("line 1", column, absl::StrCat("one of the columns ", kColumns));
    }
    if (++seen[column] > 1)
      return InvalidField("line 1", column, "a column that stands there once");
  }
  for (const char* needed : {kFamily, "loss"}) {
    if (seen[needed] == 1) continue;
    return InvalidField(
        "line 1", absl::StrCat("without ", needed),
        absl::StrCat("a header with family, loss and at least one of the sizes: ", kColumns));
  }
  return absl::OkStatus();
}

absl::Status ReadRun(const std::vector<std::string>& columns, const std::vector<std::string>& cells,
                     const std::string& line, std::string& family, ScalingRun& run) {
  if (cells.size() != columns.size()) {
    return InvalidField(line, absl::StrCat(cells.size(), " cells"),
                        absl::StrCat(columns.size(), " cells, as the header has"));
  }
  for (size_t i = 0; i < cells.size(); ++i) {
    if (columns[i] == kFamily) {
      family = cells[i];
      continue;
    }
    double number = 0;
    if (!absl::SimpleAtod(cells[i], &number)) {
      return InvalidField(absl::StrCat(line, ", ", columns[i]), cells[i], "a number");
    }
    run.GetReflection()->SetDouble(&run, ColumnField(columns[i]), number);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<FitScalingLawRequest> ParseRuns(std::string_view text) {
  FitScalingLawRequest request;
  std::map<std::string, int> places;
  std::vector<std::string> columns;
  const std::string whole(text);
  int number = 0;
  for (const auto& piece : absl::StrSplit(whole, '\n')) {
    ++number;
    const std::string row(absl::StripAsciiWhitespace(piece));
    if (row.empty()) continue;
    const std::vector<std::string> cells = CellsOf(row);
    if (columns.empty()) {
      columns = cells;
      RETURN_IF_ERROR(CheckHeader(columns));
      continue;
    }
    ScalingRun run;
    std::string name;
    RETURN_IF_ERROR(ReadRun(columns, cells, absl::StrCat("line ", number), name, run));
    const auto [place, added] = places.insert({name, request.families_size()});
    if (added) request.add_families()->set_name(name);
    *request.mutable_families(place->second)->add_runs() = run;
  }
  if (request.families_size() > 0) return request;
  return InvalidField("file", "without runs",
                      absl::StrCat("a line a run, with columns ", kColumns));
}

}  // namespace widthlab::cli
