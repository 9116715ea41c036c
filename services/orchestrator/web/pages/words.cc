#include "services/orchestrator/web/pages/words.h"

#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace widthlab::web {
namespace {

// "TRAINING_RUN" behind `prefix`, in words.
std::string EnumWords(const std::string& name, size_t prefix) {
  return absl::AsciiStrToLower(absl::StrReplaceAll(name.substr(prefix), {{"_", " "}}));
}

absl::Time TimeOf(const google::protobuf::Timestamp& time) {
  return absl::FromUnixSeconds(time.seconds()) + absl::Nanoseconds(time.nanos());
}

}  // namespace

std::string StateWord(job::v1::JobState state) {
  constexpr size_t kPrefix = sizeof("JOB_STATE_") - 1;
  const std::string& name = job::v1::JobState_Name(state);
  if (state == job::v1::JOB_STATE_UNSPECIFIED || name.size() <= kPrefix) return "waiting";
  return EnumWords(name, kPrefix);
}

bool IsFinal(job::v1::JobState state) {
  return state == job::v1::JOB_STATE_SUCCEEDED || state == job::v1::JOB_STATE_FAILED ||
         state == job::v1::JOB_STATE_CANCELLED;
}

std::string TimeText(const google::protobuf::Timestamp& time) {
  if (time.seconds() == 0) return "";
  return absl::FormatTime("%Y-%m-%d %H:%M:%S", TimeOf(time), absl::UTCTimeZone());
}

std::string DurationText(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e9) return "";
  const int64_t whole = std::llround(seconds);
  const int hours = static_cast<int>(whole / 3600);
  const int minutes = static_cast<int>(whole / 60 % 60);
  const int rest = static_cast<int>(whole % 60);
  if (hours > 0) return absl::StrFormat("%d:%02d:%02d", hours, minutes, rest);
  return absl::StrFormat("%d:%02d", minutes, rest);
}

std::string TookText(const job::v1::Job& job) {
  if (job.start_time().seconds() == 0) return "";
  const absl::Time end = job.end_time().seconds() == 0 ? absl::Now() : TimeOf(job.end_time());
  return DurationText(absl::ToDoubleSeconds(end - TimeOf(job.start_time())));
}

std::string BytesText(int64_t bytes) {
  if (bytes < 1024) return absl::StrCat(bytes, " B");
  double size = static_cast<double>(bytes) / 1024;
  for (const char* unit : {"KiB", "MiB", "GiB"}) {
    if (size < 1024) return absl::StrFormat("%.*f %s", size < 10 ? 1 : 0, size, unit);
    size /= 1024;
  }
  return absl::StrFormat("%.1f TiB", size);
}

std::string ExactText(int64_t number) {
  const std::string digits = absl::StrCat(number);
  std::string text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && digits[i - 1] != '-' && (digits.size() - i) % 3 == 0) text += ",";
    text += digits[i];
  }
  return text;
}

std::string CountText(double count) {
  if (!(count >= 1000)) return NumberText(count);
  for (const char* unit : {"k", "M", "G", "T", "P"}) {
    count /= 1000;
    if (count < 1000) {
      return absl::StrFormat("%.*f%s", count < 10 ? 2 : count < 100 ? 1 : 0, count, unit);
    }
  }
  return absl::StrFormat("%.3g", count * 1e15);
}

std::string NumberText(double number) {
  if (std::isnan(number)) return "–";
  return absl::StrFormat("%.4g", number);
}

std::string ShortId(std::string_view id) { return std::string(id.substr(0, 12)); }

std::string ShortJob(std::string_view name) {
  return std::string(name.substr(0, 5) == "jobs/" ? name.substr(5) : name);
}

}  // namespace widthlab::web
