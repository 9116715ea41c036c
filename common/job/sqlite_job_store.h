// Jobs in a SQLite file: one row for each job, one for each event. docs/formats/jobs.md has the
// tables.
#ifndef WIDTHLAB_COMMON_JOB_SQLITE_JOB_STORE_H_
#define WIDTHLAB_COMMON_JOB_SQLITE_JOB_STORE_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/job/job_store.h"
#include "common/sqlite/database.h"

namespace widthlab::job {

class SqliteJobStore final : public JobStore {
 public:
  // Opens or makes the file. One process at a time: its owner holds the folder's lock.
  static absl::StatusOr<std::unique_ptr<SqliteJobStore>> Open(const std::string& path);

  absl::StatusOr<std::optional<v1::Job>> FindRequest(std::string_view request_id,
                                                     std::string_view content) override;
  absl::StatusOr<InsertedJob> Insert(const JobRecord& record) override;
  absl::Status Update(const v1::Job& job) override;
  absl::StatusOr<JobRecord> Get(std::string_view name) override;
  absl::StatusOr<std::vector<v1::Job>> List(const JobQuery& query) override;
  absl::StatusOr<std::vector<JobRecord>> Unfinished() override;
  absl::Status AppendEvents(std::string_view name, int64_t first,
                            const std::vector<std::string>& events) override;
  absl::StatusOr<std::vector<std::string>> ReadEvents(std::string_view name, int64_t first,
                                                      int limit) override;
  absl::Status ClearEvents(std::string_view name) override;

  // For tests that fill the disk.
  sqlite::Database& database() { return *database_; }

 private:
  explicit SqliteJobStore(std::unique_ptr<sqlite::Database> database)
      : database_(std::move(database)) {}

  absl::StatusOr<std::optional<v1::Job>> FindRequestLocked(std::string_view request_id,
                                                           std::string_view content);
  absl::Status InsertRow(const JobRecord& record, const std::string& id);

  std::mutex mutex_;
  std::unique_ptr<sqlite::Database> database_;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_SQLITE_JOB_STORE_H_
