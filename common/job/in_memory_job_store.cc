#include "common/job/in_memory_job_store.h"

#include "common/job/job_name.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::job {

absl::StatusOr<std::optional<v1::Job>> InMemoryJobStore::FindRequestLocked(
    std::string_view request_id, std::string_view content) {
  if (request_id.empty()) return std::nullopt;
  const auto it = requests_.find(request_id);
  if (it == requests_.end()) return std::nullopt;
  return AnswerRepeatedRequest(records_.at(it->second), content);
}

absl::StatusOr<std::optional<v1::Job>> InMemoryJobStore::FindRequest(std::string_view request_id,
                                                                     std::string_view content) {
  std::lock_guard<std::mutex> lock(mutex_);
  return FindRequestLocked(request_id, content);
}

absl::StatusOr<InsertedJob> InMemoryJobStore::Insert(const JobRecord& record) {
  ASSIGN_OR_RETURN(const std::string id, IdOfJob(record.job.name()));
  std::lock_guard<std::mutex> lock(mutex_);
  ASSIGN_OR_RETURN(const std::optional<v1::Job> first,
                   FindRequestLocked(record.job.request_id(), record.content));
  if (first.has_value()) return InsertedJob{*first, /*created=*/false};
  records_[id] = record;
  if (!record.job.request_id().empty()) requests_[record.job.request_id()] = id;
  return InsertedJob{record.job, /*created=*/true};
}

absl::Status InMemoryJobStore::Update(const v1::Job& job) {
  ASSIGN_OR_RETURN(const std::string id, IdOfJob(job.name()));
  std::lock_guard<std::mutex> lock(mutex_);
  const auto it = records_.find(id);
  if (it == records_.end()) return JobNotFound(job.name());
  it->second.job = job;
  return absl::OkStatus();
}

absl::StatusOr<JobRecord> InMemoryJobStore::Get(std::string_view name) {
  ASSIGN_OR_RETURN(const std::string id, IdOfJob(name));
  std::lock_guard<std::mutex> lock(mutex_);
  const auto it = records_.find(id);
  if (it == records_.end() || it->second.job.name() != name) return JobNotFound(name);
  return it->second;
}

absl::StatusOr<std::vector<v1::Job>> InMemoryJobStore::List(const JobQuery& query) {
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<v1::Job> jobs;
  for (auto it = records_.rbegin(); it != records_.rend(); ++it) {
    if (static_cast<int>(jobs.size()) == query.limit) break;
    if (!query.before_id.empty() && it->first >= query.before_id) continue;
    if (query.filter.Matches(it->second.job)) jobs.push_back(it->second.job);
  }
  return jobs;
}

absl::StatusOr<std::vector<JobRecord>> InMemoryJobStore::Unfinished() {
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<JobRecord> out;
  for (const auto& [id, record] : records_) {
    if (!IsFinal(record.job.state())) out.push_back(record);
  }
  return out;
}

absl::Status InMemoryJobStore::AppendEvents(std::string_view name, int64_t first,
                                            const std::vector<std::string>& events) {
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::string>& kept = events_[std::string(name)];
  if (first != static_cast<int64_t>(kept.size())) {
    return absl::InternalError("events must be appended in order");
  }
  kept.insert(kept.end(), events.begin(), events.end());
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> InMemoryJobStore::ReadEvents(std::string_view name,
                                                                      int64_t first, int limit) {
  std::lock_guard<std::mutex> lock(mutex_);
  const std::vector<std::string>& kept = events_[std::string(name)];
  std::vector<std::string> out;
  for (int64_t i = first; i < static_cast<int64_t>(kept.size()); ++i) {
    if (static_cast<int>(out.size()) == limit) break;
    out.push_back(kept[i]);
  }
  return out;
}

absl::Status InMemoryJobStore::ClearEvents(std::string_view name) {
  std::lock_guard<std::mutex> lock(mutex_);
  events_.erase(std::string(name));
  return absl::OkStatus();
}

}  // namespace widthlab::job
