// Numbers, times and names as the pages show them.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_WORDS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_WORDS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "google/protobuf/timestamp.pb.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::web {

// "running" of JOB_STATE_RUNNING.
std::string StateWord(job::v1::JobState state);
bool IsFinal(job::v1::JobState state);

// "2026-11-30 20:44:02" in UTC; empty for a time that was never set.
std::string TimeText(const google::protobuf::Timestamp& time);

// "0:07", "1:15", "2:03:09"; empty unless finite and at least 0.
std::string DurationText(double seconds);

// From start to end of a job, or to now; empty before it started.
std::string TookText(const job::v1::Job& job);

// "512 B", "1.5 MiB"; "12,345,678"; "950", "12.3k", "1.40M", "2.10G"; four significant digits.
std::string BytesText(int64_t bytes);
std::string ExactText(int64_t number);
std::string CountText(double count);
std::string NumberText(double number);

// First digits of an id, enough to name it.
std::string ShortId(std::string_view id);

// "training-7" of "jobs/training-7".
std::string ShortJob(std::string_view name);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_WORDS_H_
