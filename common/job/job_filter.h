// The filter of a list of jobs: conditions joined by " AND ".
//
//   ParseJobFilter("state = RUNNING AND kind = \"training.Train\"");
#ifndef WIDTHLAB_COMMON_JOB_JOB_FILTER_H_
#define WIDTHLAB_COMMON_JOB_JOB_FILTER_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::job {

struct JobFilter {
  std::optional<v1::JobState> state = {};
  std::optional<std::string> kind = {};

  bool Matches(const v1::Job& job) const;
};

// States with or without the prefix JOB_STATE_. INVALID_ARGUMENT on field `filter` says what can be
// asked for; every key at most once.
absl::StatusOr<JobFilter> ParseJobFilter(std::string_view filter);

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_JOB_FILTER_H_
