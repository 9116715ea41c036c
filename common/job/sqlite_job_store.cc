#include "common/job/sqlite_job_store.h"

#include "absl/strings/str_cat.h"
#include "common/job/job_name.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::job {
namespace {

using sqlite::Statement;

// `job` and `payload` are serialised messages. The newest job of a request id is the one that
// counts, so the index on it is not unique.
const std::vector<std::string>& Migrations() {
  static const auto* migrations = new std::vector<std::string>{R"sql(
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  state INTEGER NOT NULL,
  kind TEXT NOT NULL,
  request_id TEXT NOT NULL,
  content BLOB NOT NULL,
  payload BLOB NOT NULL,
  job BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX jobs_by_state ON jobs (state, id);
CREATE INDEX jobs_by_kind ON jobs (kind, id);
CREATE INDEX jobs_by_request ON jobs (request_id, id) WHERE request_id <> '';
CREATE TABLE events (
  job TEXT NOT NULL,
  number INTEGER NOT NULL,
  event BLOB NOT NULL,
  PRIMARY KEY (job, number)
) WITHOUT ROWID;
)sql"};
  return *migrations;
}

absl::StatusOr<v1::Job> ParseJob(const std::string& bytes, const std::string& path) {
  v1::Job job;
  if (!job.ParseFromString(bytes)) return CorruptFile(path, "a job's row cannot be read");
  return job;
}

// Of "SELECT job, payload, content".
absl::StatusOr<JobRecord> ReadRecord(const Statement& row, const std::string& path) {
  JobRecord record;
  ASSIGN_OR_RETURN(record.job, ParseJob(row.Blob(0), path));
  if (!record.payload.ParseFromString(row.Blob(1))) {
    return CorruptFile(path, "a job's payload cannot be read");
  }
  record.content = row.Blob(2);
  return record;
}

}  // namespace

absl::StatusOr<std::unique_ptr<SqliteJobStore>> SqliteJobStore::Open(const std::string& path) {
  ASSIGN_OR_RETURN(auto database, sqlite::Database::Open(path, Migrations()));
  return std::unique_ptr<SqliteJobStore>(new SqliteJobStore(std::move(database)));
}

absl::StatusOr<std::optional<v1::Job>> SqliteJobStore::FindRequestLocked(
    std::string_view request_id, std::string_view content) {
  if (request_id.empty()) return std::nullopt;
  ASSIGN_OR_RETURN(Statement query, database_->Prepare("SELECT job, payload, content FROM jobs "
                                                       "WHERE request_id = ? AND request_id <> '' "
                                                       "ORDER BY id DESC LIMIT 1"));
  ASSIGN_OR_RETURN(const bool row, query.BindText(1, request_id).Next());
  if (!row) return std::nullopt;
  ASSIGN_OR_RETURN(const JobRecord first, ReadRecord(query, database_->path()));
  return AnswerRepeatedRequest(first, content);
}

absl::StatusOr<std::optional<v1::Job>> SqliteJobStore::FindRequest(std::string_view request_id,
                                                                   std::string_view content) {
  std::lock_guard<std::mutex> lock(mutex_);
  return FindRequestLocked(request_id, content);
}

absl::Status SqliteJobStore::InsertRow(const JobRecord& record, const std::string& id) {
  ASSIGN_OR_RETURN(Statement insert,
                   database_->Prepare("INSERT INTO jobs (id, state, kind, request_id, content, "
                                      "payload, job) VALUES (?, ?, ?, ?, ?, ?, ?)"));
  return insert.BindText(1, id)
      .BindInt(2, record.job.state())
      .BindText(3, record.job.kind())
      .BindText(4, record.job.request_id())
      .BindBlob(5, record.content)
      .BindBlob(6, record.payload.SerializeAsString())
      .BindBlob(7, record.job.SerializeAsString())
      .Run();
}

absl::StatusOr<InsertedJob> SqliteJobStore::Insert(const JobRecord& record) {
  ASSIGN_OR_RETURN(const std::string id, IdOfJob(record.job.name()));
  std::lock_guard<std::mutex> lock(mutex_);
  InsertedJob inserted{record.job, /*created=*/true};
  RETURN_IF_ERROR(database_->Transact([&]() -> absl::Status {
    ASSIGN_OR_RETURN(const std::optional<v1::Job> first,
                     FindRequestLocked(record.job.request_id(), record.content));
    if (!first.has_value()) return InsertRow(record, id);
    inserted = {*first, /*created=*/false};
    return absl::OkStatus();
  }));
  return inserted;
}

absl::Status SqliteJobStore::Update(const v1::Job& job) {
  ASSIGN_OR_RETURN(const std::string id, IdOfJob(job.name()));
  std::lock_guard<std::mutex> lock(mutex_);
  ASSIGN_OR_RETURN(
      Statement update,
      database_->Prepare("UPDATE jobs SET state = ?, job = ? WHERE id = ? RETURNING id"));
  update.BindInt(1, job.state()).BindBlob(2, job.SerializeAsString()).BindText(3, id);
  ASSIGN_OR_RETURN(const bool row, update.Next());
  if (!row) return JobNotFound(job.name());
  // The row is written when the statement has come to its end.
  return update.Next().status();
}

absl::StatusOr<JobRecord> SqliteJobStore::Get(std::string_view name) {
  ASSIGN_OR_RETURN(const std::string id, IdOfJob(name));
  std::lock_guard<std::mutex> lock(mutex_);
  ASSIGN_OR_RETURN(Statement query,
                   database_->Prepare("SELECT job, payload, content FROM jobs WHERE id = ?"));
  ASSIGN_OR_RETURN(const bool row, query.BindText(1, id).Next());
  if (!row) return JobNotFound(name);
  ASSIGN_OR_RETURN(JobRecord record, ReadRecord(query, database_->path()));
  if (record.job.name() != name) return JobNotFound(name);
  return record;
}

absl::StatusOr<std::vector<v1::Job>> SqliteJobStore::List(const JobQuery& query) {
  std::string sql = "SELECT job FROM jobs WHERE (?1 = '' OR id < ?1)";
  if (query.filter.state.has_value()) absl::StrAppend(&sql, " AND state = ?2");
  if (query.filter.kind.has_value()) absl::StrAppend(&sql, " AND kind = ?3");
  absl::StrAppend(&sql, " ORDER BY id DESC LIMIT ?4");
  std::lock_guard<std::mutex> lock(mutex_);
  ASSIGN_OR_RETURN(Statement rows, database_->Prepare(sql));
  rows.BindText(1, query.before_id).BindInt(4, query.limit);
  if (query.filter.state.has_value()) rows.BindInt(2, *query.filter.state);
  if (query.filter.kind.has_value()) rows.BindText(3, *query.filter.kind);
  std::vector<v1::Job> jobs;
  for (;;) {
    ASSIGN_OR_RETURN(const bool row, rows.Next());
    if (!row) return jobs;
    ASSIGN_OR_RETURN(v1::Job job, ParseJob(rows.Blob(0), database_->path()));
    jobs.push_back(std::move(job));
  }
}

absl::StatusOr<std::vector<JobRecord>> SqliteJobStore::Unfinished() {
  std::lock_guard<std::mutex> lock(mutex_);
  ASSIGN_OR_RETURN(Statement rows, database_->Prepare("SELECT job, payload, content FROM jobs "
                                                      "WHERE state IN (?, ?, ?) ORDER BY id"));
  rows.BindInt(1, v1::JOB_STATE_QUEUED)
      .BindInt(2, v1::JOB_STATE_RUNNING)
      .BindInt(3, v1::JOB_STATE_CANCELLING);
  std::vector<JobRecord> records;
  for (;;) {
    ASSIGN_OR_RETURN(const bool row, rows.Next());
    if (!row) return records;
    ASSIGN_OR_RETURN(JobRecord record, ReadRecord(rows, database_->path()));
    records.push_back(std::move(record));
  }
}

absl::Status SqliteJobStore::AppendEvents(std::string_view name, int64_t first,
                                          const std::vector<std::string>& events) {
  ASSIGN_OR_RETURN(const std::string id, IdOfJob(name));
  std::lock_guard<std::mutex> lock(mutex_);
  return database_->Transact([&]() -> absl::Status {
    ASSIGN_OR_RETURN(Statement insert, database_->Prepare("INSERT INTO events VALUES (?, ?, ?)"));
    for (size_t i = 0; i < events.size(); ++i) {
      insert.BindText(1, id).BindInt(2, first + static_cast<int64_t>(i)).BindBlob(3, events[i]);
      RETURN_IF_ERROR(insert.Run());
    }
    return absl::OkStatus();
  });
}

absl::StatusOr<std::vector<std::string>> SqliteJobStore::ReadEvents(std::string_view name,
                                                                    int64_t first, int limit) {
  ASSIGN_OR_RETURN(const std::string id, IdOfJob(name));
  std::lock_guard<std::mutex> lock(mutex_);
  ASSIGN_OR_RETURN(Statement rows,
                   database_->Prepare("SELECT event FROM events WHERE job = ? AND number >= ? "
                                      "ORDER BY number LIMIT ?"));
  rows.BindText(1, id).BindInt(2, first).BindInt(3, limit);
  std::vector<std::string> events;
  for (;;) {
    ASSIGN_OR_RETURN(const bool row, rows.Next());
    if (!row) return events;
    events.push_back(rows.Blob(0));
  }
}

absl::Status SqliteJobStore::ClearEvents(std::string_view name) {
  ASSIGN_OR_RETURN(const std::string id, IdOfJob(name));
  std::lock_guard<std::mutex> lock(mutex_);
  ASSIGN_OR_RETURN(Statement erase, database_->Prepare("DELETE FROM events WHERE job = ?"));
  return erase.BindText(1, id).Run();
}

}  // namespace widthlab::job
