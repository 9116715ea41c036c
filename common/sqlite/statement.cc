#include "common/sqlite/statement.h"

#include <sqlite3.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::sqlite {

absl::Status ErrorOf(sqlite3* handle, const std::string& path) {
  const int code = sqlite3_errcode(handle) & 0xFF;
  const std::string message = absl::StrCat(path, ": ", sqlite3_errmsg(handle));
  const auto error = [&](absl::StatusCode status, const char* reason, const std::string& text) {
    return MakeError(status, {.reason = reason, .field = path}, text);
  };
  switch (code) {
    case SQLITE_FULL:
      return error(absl::StatusCode::kResourceExhausted, "DISK_FULL",
                   absl::StrCat(message, "; free some space in its folder and try again"));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return error(absl::StatusCode::kUnavailable, "STORE_BUSY",
                   absl::StrCat(message, "; another process holds the file"));
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return error(absl::StatusCode::kFailedPrecondition, "STORE_NOT_WRITABLE",
                   absl::StrCat(message, "; its folder must exist and be writable"));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return CorruptFile(path, sqlite3_errmsg(handle));
    case SQLITE_IOERR:
      if (sqlite3_system_errno(handle) == ENOSPC) {
        return error(absl::StatusCode::kResourceExhausted, "DISK_FULL", message);
      }
      return error(absl::StatusCode::kUnavailable, "STORE_IO", message);
    default:
      return error(absl::StatusCode::kInternal, "STORE_ERROR", message);
  }
}

Statement::Statement(sqlite3_stmt* statement, std::string path)
    : statement_(statement), path_(std::move(path)) {}

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Statement& Statement::BindText(int parameter, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), parameter, text.data(), text.size(), SQLITE_TRANSIENT,
                      SQLITE_UTF8);
  return *this;
}

Statement& Statement::BindBlob(int parameter, std::string_view bytes) {
  // A null pointer would bind NULL, even where the length is 0.
  sqlite3_bind_blob64(statement_.get(), parameter, bytes.empty() ? "" : bytes.data(), bytes.size(),
                      SQLITE_TRANSIENT);
  return *this;
}

Statement& Statement::BindInt(int parameter, int64_t value) {
  sqlite3_bind_int64(statement_.get(), parameter, value);
  return *this;
}

absl::StatusOr<bool> Statement::Next() {
  switch (sqlite3_step(statement_.get())) {
    case SQLITE_ROW:
      return true;
    case SQLITE_DONE:
      return false;
    default:
      return ErrorOf(sqlite3_db_handle(statement_.get()), path_);
  }
}

absl::Status Statement::Run() {
  const absl::Status status = Next().status();
  Reset();
  return status;
}

void Statement::Reset() { sqlite3_reset(statement_.get()); }

std::string Statement::Text(int column) const { return Blob(column); }

std::string Statement::Blob(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  if (bytes == nullptr) return "";
  return std::string(static_cast<const char*>(bytes),
                     sqlite3_column_bytes(statement_.get(), column));
}

int64_t Statement::Int(int column) const { return sqlite3_column_int64(statement_.get(), column); }

}  // namespace widthlab::sqlite
