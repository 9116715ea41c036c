#include "services/orchestrator/core/report/report_data.h"

#include "absl/strings/str_cat.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::pipeline {
namespace {

// Reads artifacts one after another and remembers which.
class SourceReader {
 public:
  SourceReader(artifact::ArtifactStore& store, std::vector<ReportSource>& sources)
      : store_(store), sources_(sources) {}

  // The message that `file` of the artifact `id` holds.
  template <typename Message>
  absl::StatusOr<Message> Read(const std::string& role, const std::string& id,
                               const std::string& file) {
    absl::StatusOr<artifact::v1::Artifact> artifact = store_.Get(id);
    if (!artifact.ok()) return WithContext(artifact.status(), role);
    Message message;
    absl::StatusOr<std::string> json = artifact::ReadFile(store_, *artifact, file);
    absl::Status status = json.status();
    if (status.ok()) status = spec::ParseJson(*json, message);
    if (!status.ok()) return WithContext(status, absl::StrCat(role, ", ", file));
    sources_.push_back({.role = role,
                        .id = artifact->id(),
                        .spec_type = artifact->manifest().spec_type(),
                        .spec_json = artifact->manifest().spec_json()});
    return message;
  }

 private:
  artifact::ArtifactStore& store_;
  std::vector<ReportSource>& sources_;
};

absl::StatusOr<ReportArm> ReadArm(const v1::ArmComparison& comparison, SourceReader& reader) {
  ReportArm arm{.comparison = comparison};
  if (!comparison.schedule().empty()) {
    ASSIGN_OR_RETURN(arm.schedule, reader.Read<schedule::v1::Schedule>(
                                       absl::StrCat("schedule of ", comparison.name()),
                                       comparison.schedule(), "schedule.json"));
  }
  for (int r = 0; r < comparison.runs_size(); ++r) {
    ASSIGN_OR_RETURN(training::v1::TrainingResult run,
                     reader.Read<training::v1::TrainingResult>(
                         absl::StrCat("run ", r + 1, " of ", comparison.name()), comparison.runs(r),
                         "result.json"));
    arm.runs.push_back(std::move(run));
  }
  return arm;
}

bool IsTrainingRun(artifact::ArtifactStore& store, const std::string& id) {
  const absl::StatusOr<artifact::v1::Artifact> artifact = store.Get(id);
  return artifact.ok() && artifact->manifest().kind() == artifact::v1::ARTIFACT_KIND_TRAINING_RUN;
}

}  // namespace

absl::StatusOr<ReportData> ReadReportData(const v1::ReportSpec& spec,
                                          artifact::ArtifactStore& store) {
  ReportData data;
  SourceReader reader(store, data.sources);
  // A model that was imported has no loss curve to show.
  if (!spec.reference().empty() && IsTrainingRun(store, spec.reference())) {
    ASSIGN_OR_RETURN(data.reference, reader.Read<training::v1::TrainingResult>(
                                         "reference", spec.reference(), "result.json"));
  }
  if (!spec.activations().empty()) {
    ASSIGN_OR_RETURN(data.activations, reader.Read<capture::v1::ActivationsSummary>(
                                           "activations", spec.activations(), "summary.json"));
  }
  if (!spec.profile().empty()) {
    ASSIGN_OR_RETURN(data.profile,
                     reader.Read<geometry::v1::Profile>("profile", spec.profile(), "profile.json"));
  }
  ASSIGN_OR_RETURN(data.comparison,
                   reader.Read<v1::Comparison>("comparison", spec.comparison(), "comparison.json"));
  for (const v1::ArmComparison& comparison : data.comparison.arms()) {
    ASSIGN_OR_RETURN(ReportArm arm, ReadArm(comparison, reader));
    data.arms.push_back(std::move(arm));
  }
  return data;
}

}  // namespace widthlab::pipeline
