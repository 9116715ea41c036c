#include "clients/cli/steps.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "clients/cli/format.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::cli {

std::vector<StepLine> StepsOf(const job::v1::Job& job) {
  std::vector<StepLine> lines;
  pipeline::v1::RunMetadata run;
  if (job.metadata().UnpackTo(&run)) {
    for (const pipeline::v1::StepStatus& step : run.steps()) {
      lines.push_back({.id = step.id(),
                       .state = step.state(),
                       .progress = step.progress(),
                       .artifact = step.artifact(),
                       .cached = step.cached()});
    }
    return lines;
  }
  StepLine line{.id = job.name(), .state = job.state(), .progress = job.progress()};
  job::v1::StepResult result;
  if (job.result().UnpackTo(&result)) {
    line.artifact = result.artifact();
    line.cached = result.cached();
  }
  lines.push_back(line);
  return lines;
}

bool IsFinal(job::v1::JobState state) {
  return state == job::v1::JOB_STATE_SUCCEEDED || state == job::v1::JOB_STATE_FAILED ||
         state == job::v1::JOB_STATE_CANCELLED;
}

std::string RateText(const job::v1::Progress& progress) {
  if (!(progress.rate() > 0)) return "";
  return absl::StrCat(FormatCount(progress.rate()), " ",
                      progress.unit().empty() ? "" : progress.unit(), "/s");
}

double ShareDone(const job::v1::Progress& progress) {
  if (progress.total() <= 0) return -1;
  const double share = static_cast<double>(progress.done()) / static_cast<double>(progress.total());
  return std::clamp(share, 0.0, 1.0);
}

}  // namespace widthlab::cli
