// Tables as RFC 4180 writes them.
//
//   ASSIGN_OR_RETURN(const std::vector<CsvRow> rows, ParseCsv("arm,seed\r\n\"a, b\",3\r\n"));
//   rows[1].fields[0];   // "a, b"
//   rows[1].line;        // 2
//
// Lines end with CRLF or LF, the last one may have no end. A field in quotes may hold commas, line
// ends and, written twice, quotes. A byte order mark at the start and empty lines are passed over.
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_IMPORTS_CSV_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_IMPORTS_CSV_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace widthlab::training {

struct CsvRow {
  // On which it begins, from 1.
  int64_t line;
  std::vector<std::string> fields;
};

// INVALID_ARGUMENT names the line: a quote that is not closed, one inside a field without quotes,
// text behind a closing quote, bytes that are not UTF-8, or a row of other length than the first.
absl::StatusOr<std::vector<CsvRow>> ParseCsv(std::string_view text);

// INVALID_ARGUMENT BAD_TABLE on the field `csv`: "csv, line 7, column loss: ...", with both as
// metadata. An empty column is left out.
absl::Status CsvError(int64_t line, std::string_view column, std::string_view message);

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_IMPORTS_CSV_H_
