#include "common/job/job_name.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <random>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::job {
namespace {

constexpr std::string_view kPrefix = "jobs/";
constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr int kTimeDigits = 10;
constexpr int kLowDigits = 6;
constexpr int64_t kLowRange = int64_t{1} << 30;
constexpr int kIdLength = kTimeDigits + kLowDigits;

bool IsId(std::string_view text) {
  return text.size() == kIdLength && std::all_of(text.begin(), text.end(), [](char c) {
           return kDigits.find(c) != std::string_view::npos;
         });
}

bool IsArea(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

std::string Digits(int64_t value, int count) {
  std::string out(count, '0');
  for (int i = count - 1; i >= 0; --i, value /= 32) out[i] = kDigits[value % 32];
  return out;
}

struct Parts {
  std::string area;
  std::string id;
};

absl::StatusOr<Parts> Split(std::string_view name) {
  const size_t dash = name.rfind('-');
  if (name.substr(0, kPrefix.size()) == kPrefix && dash != std::string_view::npos &&
      dash > kPrefix.size()) {
    const std::string_view area = name.substr(kPrefix.size(), dash - kPrefix.size());
    const std::string_view id = name.substr(dash + 1);
    if (IsArea(area) && IsId(id)) return Parts{std::string(area), std::string(id)};
  }
  return InvalidField("name", absl::StrCat("\"", std::string(name), "\""),
                      "the name of a job, \"jobs/{area}-{id}\"");
}

}  // namespace

std::string NewJobId() {
  static std::mutex mutex;
  static int64_t last_time = 0;
  static int64_t last_low = 0;
  static std::random_device random;
  std::lock_guard<std::mutex> lock(mutex);
  if (const int64_t now = absl::ToUnixMillis(absl::Now()); now > last_time) {
    last_time = now;
    // Half of the range, so that the ids of one millisecond can count on from here.
    last_low = random() % (kLowRange / 2);
  } else {
    ++last_low;
  }
  return Digits(last_time, kTimeDigits) + Digits(last_low, kLowDigits);
}

std::string NewJobName(std::string_view area) {
  return absl::StrCat("jobs/", std::string(area), "-", NewJobId());
}

absl::StatusOr<std::string> AreaOfJob(std::string_view name) {
  ASSIGN_OR_RETURN(Parts parts, Split(name));
  return std::move(parts.area);
}

absl::StatusOr<std::string> IdOfJob(std::string_view name) {
  ASSIGN_OR_RETURN(Parts parts, Split(name));
  return std::move(parts.id);
}

}  // namespace widthlab::job
