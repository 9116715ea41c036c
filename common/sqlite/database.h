// A SQLite file with statuses for errors, so that the rooms that keep rows share one dialect.
//
//   ASSIGN_OR_RETURN(auto db, sqlite::Database::Open(path, {"CREATE TABLE t (k TEXT, v BLOB)"}));
//   ASSIGN_OR_RETURN(sqlite::Statement insert, db->Prepare("INSERT INTO t VALUES (?, ?)"));
//   insert.BindText(1, key).BindBlob(2, bytes);
//   RETURN_IF_ERROR(insert.Run());
//
// The file is in WAL mode with a sync at each commit: what a transaction wrote is there after a
// power cut. One connection, not safe to use from several threads at once: the owner locks.
#ifndef WIDTHLAB_COMMON_SQLITE_DATABASE_H_
#define WIDTHLAB_COMMON_SQLITE_DATABASE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/sqlite/statement.h"

struct sqlite3;

namespace widthlab::sqlite {

class Database {
 public:
  // Opens or makes the file. `migrations[v]` is the SQL that brings a file of version v to v + 1; a
  // new file has version 0 and runs them all. FAILED_PRECONDITION STORE_TOO_NEW for a file of a
  // later version; otherwise as ErrorOf.
  static absl::StatusOr<std::unique_ptr<Database>> Open(const std::string& path,
                                                        const std::vector<std::string>& migrations);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // One or more statements without parameters.
  absl::Status Execute(const std::string& sql);

  // A statement to be bound; it must not outlive the database.
  absl::StatusOr<Statement> Prepare(const std::string& sql);

  // Runs `body` in one transaction: all of it is kept, or none where it or the commit fails.
  absl::Status Transact(absl::FunctionRef<absl::Status()> body);

  const std::string& path() const { return path_; }

 private:
  Database(std::string path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}

  absl::Status Migrate(const std::vector<std::string>& migrations);

  std::string path_;
  sqlite3* handle_;
};

}  // namespace widthlab::sqlite

#endif  // WIDTHLAB_COMMON_SQLITE_DATABASE_H_
