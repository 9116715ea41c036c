#include "services/training/core/imports/result_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/macros.h"
#include "services/training/core/imports/csv.h"

namespace widthlab::training {
namespace {

constexpr size_t kMostNameBytes = 200;
// Each becomes an artifact, and all are answered in one message.
constexpr size_t kMostRuns = 2000;

const std::vector<std::string>& RequiredColumns() {
  static const auto* columns = new std::vector<std::string>{"arm", "seed", "step", "loss"};
  return *columns;
}

// Where each column of the header stands.
absl::StatusOr<std::map<std::string, size_t>> ReadHeader(const CsvRow& header) {
  std::map<std::string, size_t> columns;
  for (size_t i = 0; i < header.fields.size(); ++i) {
    const std::string name(absl::StripAsciiWhitespace(header.fields[i]));
    if (!columns.emplace(name, i).second) {
      return CsvError(header.line, name, "stands in the header twice");
    }
  }
  for (const std::string& name : RequiredColumns()) {
    if (columns.count(name) > 0) continue;
    return CsvError(header.line, name,
                    absl::StrCat("is missing; the header has to name ",
                                 absl::StrJoin(RequiredColumns(), ", ")));
  }
  return columns;
}

// One row and its columns.
class RowReader {
 public:
  RowReader(const std::map<std::string, size_t>& columns, const CsvRow& row)
      : columns_(columns), row_(row) {}

  // Empty also where there is no such column.
  std::string Text(const std::string& column) const {
    const auto it = columns_.find(column);
    if (it == columns_.end()) return "";
    return std::string(absl::StripAsciiWhitespace(row_.fields[it->second]));
  }

  absl::StatusOr<double> Number(const std::string& column) const {
    double value = 0;
    if (!absl::SimpleAtod(Text(column), &value) || !std::isfinite(value)) {
      return Wrong(column, "a finite number");
    }
    return value;
  }

  template <typename T>
  absl::StatusOr<T> Whole(const std::string& column, T least) const {
    T value = 0;
    if (!absl::SimpleAtoi(Text(column), &value) || value < least) {
      return Wrong(column, absl::StrCat("a whole number in [", least, ", ",
                                        std::numeric_limits<T>::max(), "]"));
    }
    return value;
  }

  absl::Status Wrong(const std::string& column, const std::string& allowed) const {
    return CsvError(row_.line, column,
                    absl::StrCat("is \"", Text(column), "\", but must be ", allowed));
  }

  absl::Status Error(const std::string& column, const std::string& message) const {
    return CsvError(row_.line, column, message);
  }

 private:
  const std::map<std::string, size_t>& columns_;
  const CsvRow& row_;
};

absl::StatusOr<ResultPoint> ReadPoint(const RowReader& row) {
  ResultPoint point{};
  ASSIGN_OR_RETURN(point.step, row.Whole<int32_t>("step", 0));
  ASSIGN_OR_RETURN(point.loss, row.Number("loss"));
  if (!row.Text("tokens").empty()) {
    ASSIGN_OR_RETURN(point.tokens, row.Whole<int64_t>("tokens", 0));
  }
  if (!row.Text("training_loss").empty()) {
    ASSIGN_OR_RETURN(point.training_loss, row.Number("training_loss"));
  }
  if (!row.Text("learning_rate").empty()) {
    ASSIGN_OR_RETURN(point.learning_rate, row.Number("learning_rate"));
  }
  return point;
}

// Rows by arm, seed and step, with the line of each.
class Collector {
 public:
  absl::Status Add(const RowReader& row, int64_t line) {
    const std::string name = row.Text("arm");
    if (name.empty() || name.size() > kMostNameBytes) {
      return row.Wrong("arm", absl::StrCat("a name of 1 to ", kMostNameBytes, " bytes"));
    }
    ASSIGN_OR_RETURN(const uint64_t seed, row.Whole<uint64_t>("seed", 0));
    ASSIGN_OR_RETURN(const ResultPoint point, ReadPoint(row));
    if (arms_.count(name) == 0) order_.push_back(name);
    auto& run = arms_[name][seed];
    if (run.empty() && ++runs_ > kMostRuns) {
      return row.Error("seed", absl::StrCat("begins run number ", runs_,
                                            ", but a table has at most ", kMostRuns));
    }
    const auto [it, is_new] = run.emplace(point.step, std::pair(point, line));
    if (is_new) return absl::OkStatus();
    return row.Error("step", absl::StrCat("is ", point.step, " of arm ", name, " and seed ", seed,
                                          ", which line ", it->second.second, " has already"));
  }

  ResultTable Finish() const {
    ResultTable table;
    for (const std::string& name : order_) {
      ResultArm& arm = table.arms.emplace_back(ResultArm{.name = name, .runs = {}});
      for (const auto& [seed, points] : arms_.at(name)) {
        ResultRun& run = arm.runs.emplace_back(ResultRun{.seed = seed, .points = {}});
        for (const auto& [step, point] : points) run.points.push_back(point.first);
      }
    }
    return table;
  }

 private:
  std::vector<std::string> order_;
  std::map<std::string, std::map<uint64_t, std::map<int32_t, std::pair<ResultPoint, int64_t>>>>
      arms_;
  size_t runs_ = 0;
};

}  // namespace

absl::StatusOr<ResultTable> ReadResultTable(std::string_view csv) {
  ASSIGN_OR_RETURN(const std::vector<CsvRow> rows, ParseCsv(csv));
  if (rows.empty()) {
    return CsvError(1, "",
                    absl::StrCat("is empty, but must be a header that names ",
                                 absl::StrJoin(RequiredColumns(), ", ")));
  }
  ASSIGN_OR_RETURN(const auto columns, ReadHeader(rows[0]));
  if (rows.size() == 1) return CsvError(rows[0].line, "", "is a header without any row behind it");
  Collector collector;
  for (size_t i = 1; i < rows.size(); ++i) {
    RETURN_IF_ERROR(collector.Add(RowReader(columns, rows[i]), rows[i].line));
  }
  return collector.Finish();
}

}  // namespace widthlab::training
