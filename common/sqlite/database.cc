#include "common/sqlite/database.h"

#include <sqlite3.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::sqlite {
namespace {

constexpr int kBusyTimeoutMs = 5000;
constexpr char kPragmas[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;";

}  // namespace

absl::StatusOr<std::unique_ptr<Database>> Database::Open(
    const std::string& path, const std::vector<std::string>& migrations) {
  sqlite3* handle = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &handle,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  std::unique_ptr<Database> database(new Database(path, handle));
  if (code != SQLITE_OK) return ErrorOf(handle, path);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kBusyTimeoutMs);
  RETURN_IF_ERROR(database->Execute(kPragmas));
  RETURN_IF_ERROR(database->Migrate(migrations));
  return database;
}

Database::~Database() { sqlite3_close_v2(handle_); }

absl::Status Database::Migrate(const std::vector<std::string>& migrations) {
  int64_t version = 0;
  {
    ASSIGN_OR_RETURN(Statement query, Prepare("PRAGMA user_version"));
    RETURN_IF_ERROR(query.Next().status());
    version = query.Int(0);
  }
  const int64_t newest = static_cast<int64_t>(migrations.size());
  if (version > newest) {
    return FailedPrecondition(
        "STORE_TOO_NEW", absl::StrCat(path_, " was written by a later release (version ", version,
                                      ", this one knows ", newest, "); use that release"));
  }
  if (version == newest) return absl::OkStatus();
  return Transact([&]() -> absl::Status {
    for (int64_t v = version; v < newest; ++v) RETURN_IF_ERROR(Execute(migrations[v]));
    return Execute(absl::StrCat("PRAGMA user_version = ", newest));
  });
}

absl::Status Database::Execute(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) {
    return absl::OkStatus();
  }
  return ErrorOf(handle_, path_);
}

absl::StatusOr<Statement> Database::Prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(handle_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr) !=
      SQLITE_OK) {
    return ErrorOf(handle_, path_);
  }
  return Statement(statement, path_);
}

absl::Status Database::Transact(absl::FunctionRef<absl::Status()> body) {
  RETURN_IF_ERROR(Execute("BEGIN IMMEDIATE"));
  absl::Status status = body();
  if (status.ok()) status = Execute("COMMIT");
  // Some errors roll back by themselves; then there is nothing left to undo.
  if (!status.ok() && sqlite3_get_autocommit(handle_) == 0) Execute("ROLLBACK").IgnoreError();
  return status;
}

}  // namespace widthlab::sqlite
