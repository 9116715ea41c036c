#include "common/job/job_filter.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::job {
namespace {

absl::Status BadFilter(std::string_view text) {
  return InvalidField("filter", absl::StrCat("\"", std::string(text), "\""),
                      "conditions joined by \" AND \": state = QUEUED, RUNNING, CANCELLING, "
                      "SUCCEEDED, FAILED or CANCELLED; kind = \"training.Train\"");
}

std::string Unquoted(absl::string_view value) {
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
    value = value.substr(1, value.size() - 2);
  }
  return std::string(value);
}

absl::Status AddCondition(absl::string_view condition, JobFilter& filter) {
  const std::pair<absl::string_view, absl::string_view> sides =
      absl::StrSplit(condition, absl::MaxSplits('=', 1));
  const absl::string_view key = absl::StripAsciiWhitespace(sides.first);
  const std::string value = Unquoted(absl::StripAsciiWhitespace(sides.second));
  if (key == "kind" && !value.empty() && !filter.kind.has_value()) {
    filter.kind = value;
    return absl::OkStatus();
  }
  v1::JobState state;
  if (key == "state" && !filter.state.has_value() &&
      (v1::JobState_Parse(value, &state) ||
       v1::JobState_Parse(absl::StrCat("JOB_STATE_", value), &state)) &&
      state != v1::JOB_STATE_UNSPECIFIED) {
    filter.state = state;
    return absl::OkStatus();
  }
  return BadFilter(std::string(condition));
}

}  // namespace

bool JobFilter::Matches(const v1::Job& job) const {
  return (!state.has_value() || *state == job.state()) &&
         (!kind.has_value() || *kind == job.kind());
}

absl::StatusOr<JobFilter> ParseJobFilter(std::string_view filter) {
  JobFilter out;
  const std::string text(absl::StripAsciiWhitespace(std::string(filter)));
  if (text.empty()) return out;
  for (const absl::string_view condition : absl::StrSplit(text, " AND ")) {
    RETURN_IF_ERROR(AddCondition(absl::StripAsciiWhitespace(condition), out));
  }
  return out;
}

}  // namespace widthlab::job
