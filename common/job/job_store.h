// Where the jobs of one area are kept.
//
//   ASSIGN_OR_RETURN(auto store, SqliteJobStore::Open(path));
//   ASSIGN_OR_RETURN(const InsertedJob inserted, store->Insert(record));   // journalled
//   ...
//   RETURN_IF_ERROR(store->Update(job));
//
// SqliteJobStore (durable) and InMemoryJobStore (tests) keep one contract, job_store_contract.h.
// What a call wrote is there after a power cut once the call has returned. Safe to use from many
// threads. RESOURCE_EXHAUSTED DISK_FULL, UNAVAILABLE STORE_BUSY and the other errors of
// common/sqlite can come from any call.
#ifndef WIDTHLAB_COMMON_JOB_JOB_STORE_H_
#define WIDTHLAB_COMMON_JOB_JOB_STORE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/job/job_filter.h"
#include "google/protobuf/any.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::job {

// A job with what only its server needs to know.
struct JobRecord {
  v1::Job job = {};

  // What its handler is to do.
  google::protobuf::Any payload = {};

  // Equal for requests of equal content: kind and canonical JSON, or a digest of them.
  std::string content = {};
};

struct InsertedJob {
  v1::Job job = {};
  // False where the request id belongs to a job that was there already, which is `job`.
  bool created = true;
};

struct JobQuery {
  JobFilter filter = {};
  // Only jobs with an id less than this one; empty for all.
  std::string before_id = {};
  int limit = 50;
};

class JobStore {
 public:
  virtual ~JobStore() = default;

  // The job that a repeated request gets, if any: the one with this request id, unless it ended
  // FAILED or CANCELLED. ALREADY_EXISTS REQUEST_ID_TAKEN where that one has other content. An empty
  // id finds nothing.
  virtual absl::StatusOr<std::optional<v1::Job>> FindRequest(std::string_view request_id,
                                                             std::string_view content) = 0;

  // Journals a new job, or returns the one that FindRequest finds. A new job takes the request id
  // over from one that failed or was cancelled.
  virtual absl::StatusOr<InsertedJob> Insert(const JobRecord& record) = 0;

  // Replaces the job of that name. NOT_FOUND JOB_NOT_FOUND.
  virtual absl::Status Update(const v1::Job& job) = 0;

  // NOT_FOUND JOB_NOT_FOUND.
  virtual absl::StatusOr<JobRecord> Get(std::string_view name) = 0;

  // Newest first.
  virtual absl::StatusOr<std::vector<v1::Job>> List(const JobQuery& query) = 0;

  // Every job in a state that is not final, oldest first.
  virtual absl::StatusOr<std::vector<JobRecord>> Unfinished() = 0;

  // Appends to the events of a job; `first` is the index of events[0] and must be the count so far.
  virtual absl::Status AppendEvents(std::string_view name, int64_t first,
                                    const std::vector<std::string>& events) = 0;

  // Events from index `first` on, at most `limit`.
  virtual absl::StatusOr<std::vector<std::string>> ReadEvents(std::string_view name, int64_t first,
                                                              int limit) = 0;

  // Forgets the events of a job that begins again.
  virtual absl::Status ClearEvents(std::string_view name) = 0;
};

// SUCCEEDED, FAILED or CANCELLED.
bool IsFinal(v1::JobState state);

// The rule of FindRequest for a record that has the request id.
absl::StatusOr<std::optional<v1::Job>> AnswerRepeatedRequest(const JobRecord& first,
                                                             std::string_view content);

absl::Status JobNotFound(std::string_view name);

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_JOB_STORE_H_
