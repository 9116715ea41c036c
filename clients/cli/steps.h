// The steps of a job as progress views show them: those of a run, or the job itself.
//
//   for (const StepLine& step : StepsOf(job)) ...
#ifndef WIDTHLAB_CLIENTS_CLI_STEPS_H_
#define WIDTHLAB_CLIENTS_CLI_STEPS_H_

#include <string>
#include <vector>

#include "widthlab/job/v1/job.pb.h"

namespace widthlab::cli {

struct StepLine {
  std::string id = {};
  job::v1::JobState state = job::v1::JOB_STATE_UNSPECIFIED;
  job::v1::Progress progress = {};
  // Id of its artifact, once there is one.
  std::string artifact = {};
  bool cached = false;
};

// One line for each step in the metadata of a run; one line in all for any other job.
std::vector<StepLine> StepsOf(const job::v1::Job& job);

bool IsFinal(job::v1::JobState state);

// "12.3k tokens/s", or nothing where the rate is not known.
std::string RateText(const job::v1::Progress& progress);

// Share done in [0, 1]; negative where the total is not known.
double ShareDone(const job::v1::Progress& progress);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_STEPS_H_
