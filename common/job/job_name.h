// Names of jobs: "jobs/{area}-{id}". Ids sort by time of making and are unique.
//
//   NewJobName("training");                        // "jobs/training-01jb2k8v3x7q4m9e"
//   AreaOfJob("jobs/training-01jb2k8v3x7q4m9e");   // "training"
#ifndef WIDTHLAB_COMMON_JOB_JOB_NAME_H_
#define WIDTHLAB_COMMON_JOB_JOB_NAME_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace widthlab::job {

// 16 characters of 0-9a-z without i, l, o, u: milliseconds since 1970, then 30 random bits. Within
// one process each is greater than the one before.
std::string NewJobId();

std::string NewJobName(std::string_view area);

// INVALID_ARGUMENT on field `name` unless the name has the form above.
absl::StatusOr<std::string> AreaOfJob(std::string_view name);
absl::StatusOr<std::string> IdOfJob(std::string_view name);

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_JOB_NAME_H_
