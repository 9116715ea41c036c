// Jobs in memory, for tests.
#ifndef WIDTHLAB_COMMON_JOB_IN_MEMORY_JOB_STORE_H_
#define WIDTHLAB_COMMON_JOB_IN_MEMORY_JOB_STORE_H_

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/job/job_store.h"

namespace widthlab::job {

class InMemoryJobStore final : public JobStore {
 public:
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

 private:
  absl::StatusOr<std::optional<v1::Job>> FindRequestLocked(std::string_view request_id,
                                                           std::string_view content);

  std::mutex mutex_;
  // By id, so in order of making.
  std::map<std::string, JobRecord> records_;
  std::map<std::string, std::vector<std::string>> events_;
  // Request id to job id.
  std::map<std::string, std::string, std::less<>> requests_;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_IN_MEMORY_JOB_STORE_H_
