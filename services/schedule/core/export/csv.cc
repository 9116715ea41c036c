#include "services/schedule/core/export/csv.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

constexpr char kHeader[] = "layer,ffn_width";
constexpr char kResidual[] = ",residual_width";
constexpr char kAttention[] = ",attention_width";
constexpr int64_t kMostWidth = 1 << 20;
constexpr size_t kMostLayers = 10000;

absl::StatusOr<int64_t> NumberOf(const std::string& cell, const std::string& line) {
  int64_t number = 0;
  if (absl::SimpleAtoi(cell, &number) && number >= 0 && number <= kMostWidth) return number;
  return InvalidField(line, cell, absl::StrCat("a whole number in [0, ", kMostWidth, "]"));
}

// Whether `header` is one of a table; `third` becomes the list of its third column, if any.
bool ReadHeader(const std::string& header, ImportedWidths& widths, std::vector<int64_t>*& third) {
  if (header == absl::StrCat(kHeader, kResidual)) third = &widths.residual_widths;
  if (header == absl::StrCat(kHeader, kAttention)) third = &widths.attention_widths;
  return third != nullptr || header == kHeader;
}

// One line into the lists.
absl::Status ReadRow(const std::vector<std::string>& cells, const std::string& line,
                     ImportedWidths& widths, std::vector<int64_t>* third) {
  ASSIGN_OR_RETURN(const int64_t layer, NumberOf(cells[0], line));
  if (layer != static_cast<int64_t>(widths.ffn_widths.size())) {
    return InvalidField(line, absl::StrCat("layer ", layer),
                        absl::StrCat("layer ", widths.ffn_widths.size(), ": in order, from 0"));
  }
  ASSIGN_OR_RETURN(const int64_t ffn, NumberOf(cells[1], line));
  widths.ffn_widths.push_back(ffn);
  if (third == nullptr) return absl::OkStatus();
  ASSIGN_OR_RETURN(const int64_t width, NumberOf(cells[2], line));
  third->push_back(width);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<ExportedFile>> WriteCsv(const ExportSubject& subject) {
  const bool residual = !subject.residual_widths.empty();
  const std::vector<int64_t>& third = residual ? subject.residual_widths : subject.attention_widths;
  std::string text = absl::StrCat(kHeader,
                                  third.empty() ? ""
                                  : residual    ? kResidual
                                                : kAttention,
                                  "\n");
  for (size_t l = 0; l < subject.ffn_widths.size(); ++l) {
    absl::StrAppend(&text, l, ",", subject.ffn_widths[l]);
    if (!third.empty()) absl::StrAppend(&text, ",", third[l]);
    text += "\n";
  }
  return std::vector<ExportedFile>{{"schedule.csv", text}};
}

absl::StatusOr<ImportedWidths> ReadCsv(std::string_view text) {
  ImportedWidths widths;
  std::vector<int64_t>* third = nullptr;
  size_t columns = 0;
  int number = 0;
  const std::string whole(text);
  for (const auto& piece : absl::StrSplit(whole, '\n')) {
    const std::string row(absl::StripAsciiWhitespace(piece));
    const std::string line = absl::StrCat("line ", ++number);
    if (row.empty()) continue;
    const std::vector<std::string> cells = absl::StrSplit(row, ',');
    if (columns == 0) {
      columns = cells.size();
      if (ReadHeader(row, widths, third)) continue;
      return InvalidField(line, row.substr(0, 60),
                          absl::StrCat(kHeader, "[", kResidual, "|", kAttention, "]"));
    }
    if (cells.size() != columns || widths.ffn_widths.size() == kMostLayers) {
      return InvalidField(line, row.substr(0, 60),
                          absl::StrCat(columns, " cells, in at most ", kMostLayers, " lines"));
    }
    RETURN_IF_ERROR(ReadRow(cells, line, widths, third));
  }
  if (widths.ffn_widths.empty()) return InvalidField("file", "without layers", "a line a layer");
  return widths;
}

}  // namespace widthlab::schedule
