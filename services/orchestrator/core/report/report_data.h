// Everything that a report shows, read from the artifacts that its spec names and from the runs and
// schedules of its comparison. Without a comparison the arms are the schedules that a profile
// implies, and `comparison` has their names, widths and parameters, and no loss.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_REPORT_DATA_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_REPORT_DATA_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/capture/v1/capture.pb.h"
#include "widthlab/capture/v1/diagnostics.pb.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/pipeline/v1/correlations.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::pipeline {

// One arm with its files.
struct ReportArm {
  v1::ArmComparison comparison = {};
  // Unset where the arm names no schedule.
  std::optional<schedule::v1::Schedule> schedule = {};
  // In the order of the seeds.
  std::vector<training::v1::TrainingResult> runs = {};
};

// One artifact that the report rests on.
struct ReportSource {
  // "profile", "schedule of uniform", ...
  std::string role = {};
  std::string id = {};
  std::string spec_type = {};
  std::string spec_json = {};
  // A schedule or run of one arm, of which there may be many.
  bool of_arm = false;
};

struct ReportData {
  v1::Comparison comparison = {};
  std::vector<ReportArm> arms = {};
  std::optional<geometry::v1::Profile> profile = {};
  std::optional<capture::v1::ActivationsSummary> activations = {};
  std::optional<training::v1::TrainingResult> reference = {};
  std::optional<capture::v1::Sensitivity> sensitivity = {};
  std::optional<capture::v1::Diagnostics> diagnostics = {};
  std::optional<v1::Correlations> correlations = {};
  // Id of the reference, be it a training run or a model.
  std::string model = {};
  std::vector<ReportSource> sources = {};
  // Ancestors of all of these, the comparison (or the profile, or the
  // correlations) first.
  artifact::v1::Lineage lineage = {};
};

// NOT_FOUND and DATA_LOSS name what is missing or damaged. The order of what comes back depends on
// the artifacts alone.
absl::StatusOr<ReportData> ReadReportData(const v1::ReportSpec& spec,
                                          artifact::ArtifactStore& store);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_REPORT_DATA_H_
