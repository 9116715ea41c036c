// How a job ends: its final state, and what metrics and log say of it.
#ifndef WIDTHLAB_COMMON_JOB_JOB_OUTCOME_H_
#define WIDTHLAB_COMMON_JOB_JOB_OUTCOME_H_

#include "absl/status/status.h"
#include "common/metrics/job_series.h"
#include "google/protobuf/any.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::job {

// Set state and outcome; the end time is the caller's.
void SetCancelled(v1::Job& job);
void SetFailed(v1::Job& job, const absl::Status& status);
void SetSucceeded(v1::Job& job, const google::protobuf::Any& result);

// Counts and logs a job in a final state.
void RecordEnd(const v1::Job& job, metrics::JobKind& series);

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_JOB_OUTCOME_H_
