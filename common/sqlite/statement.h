// One prepared SQL statement.
//
//   ASSIGN_OR_RETURN(sqlite::Statement query, db->Prepare("SELECT k, v FROM t WHERE k > ?"));
//   query.BindText(1, first);
//   for (;;) {
//     ASSIGN_OR_RETURN(const bool row, query.Next());
//     if (!row) break;
//     Use(query.Text(0), query.Blob(1));
//   }
#ifndef WIDTHLAB_COMMON_SQLITE_STATEMENT_H_
#define WIDTHLAB_COMMON_SQLITE_STATEMENT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

struct sqlite3;
struct sqlite3_stmt;

namespace widthlab::sqlite {

// What went wrong last on a connection to `path`:
//   RESOURCE_EXHAUSTED DISK_FULL, UNAVAILABLE STORE_BUSY (another process holds the file),
//   FAILED_PRECONDITION STORE_NOT_WRITABLE, DATA_LOSS CORRUPT_FILE, UNAVAILABLE STORE_IO,
//   else INTERNAL STORE_ERROR.
absl::Status ErrorOf(sqlite3* handle, const std::string& path);

class Statement {
 public:
  Statement(sqlite3_stmt* statement, std::string path);

  // Parameters count from 1, columns from 0. Bound bytes are copied.
  Statement& BindText(int parameter, std::string_view text);
  Statement& BindBlob(int parameter, std::string_view bytes);
  Statement& BindInt(int parameter, int64_t value);

  // Moves to the next row; false after the last.
  absl::StatusOr<bool> Next();

  // Runs a statement that gives no rows.
  absl::Status Run();

  // Lets the statement run again; parameters stay bound.
  void Reset();

  std::string Text(int column) const;
  std::string Blob(int column) const;
  int64_t Int(int column) const;

 private:
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const;
  };

  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
  std::string path_;
};

}  // namespace widthlab::sqlite

#endif  // WIDTHLAB_COMMON_SQLITE_STATEMENT_H_
