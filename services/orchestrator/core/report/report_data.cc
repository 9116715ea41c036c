#include "services/orchestrator/core/report/report_data.h"

#include <map>
#include <set>
#include <utility>

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
                               const std::string& file, bool of_arm = false) {
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
                        .spec_json = artifact->manifest().spec_json(),
                        .of_arm = of_arm});
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
                                       comparison.schedule(), "schedule.json", /*of_arm=*/true));
  }
  for (int r = 0; r < comparison.runs_size(); ++r) {
    ASSIGN_OR_RETURN(training::v1::TrainingResult run,
                     reader.Read<training::v1::TrainingResult>(
                         absl::StrCat("run ", r + 1, " of ", comparison.name()), comparison.runs(r),
                         "result.json", /*of_arm=*/true));
    arm.runs.push_back(std::move(run));
  }
  return arm;
}

// "work_and_sensitivity" where lambda weighs the work, else the family; "own" of given widths.
std::string NameOf(const ReportSource& source, const schedule::v1::Schedule& schedule) {
  schedule::v1::ScheduleSpec spec;
  const bool parsed = spec::ParseJson(source.spec_json, spec).ok();
  if (parsed && !spec.geometry_guided().sensitivity().empty()) return "work_and_sensitivity";
  return schedule.family() == "explicit" ? "own" : schedule.family();
}

// Id of what the report is about.
std::string SubjectOf(const v1::ReportSpec& spec) {
  if (!spec.comparison().empty()) return spec.comparison();
  return spec.profile().empty() ? spec.correlations() : spec.profile();
}

// A schedule as an arm that was not trained.
absl::StatusOr<ReportArm> ReadScheduleArm(const std::string& id, SourceReader& reader,
                                          std::vector<ReportSource>& sources) {
  ReportArm arm;
  ASSIGN_OR_RETURN(arm.schedule,
                   reader.Read<schedule::v1::Schedule>("schedule", id, "schedule.json"));
  arm.comparison.set_name(NameOf(sources.back(), *arm.schedule));
  sources.back().role = absl::StrCat("schedule ", arm.comparison.name());
  arm.comparison.set_schedule(id);
  *arm.comparison.mutable_ffn_widths() = arm.schedule->ffn_widths();
  *arm.comparison.mutable_accounts() = arm.schedule->accounts();
  return arm;
}

bool IsTrainingRun(artifact::ArtifactStore& store, const std::string& id) {
  const absl::StatusOr<artifact::v1::Artifact> artifact = store.Get(id);
  return artifact.ok() && artifact->manifest().kind() == artifact::v1::ARTIFACT_KIND_TRAINING_RUN;
}

// Ancestors of the sources, each once: the first, the sources in their order, then the others
// by id, so that no store's order shows.
absl::StatusOr<artifact::v1::Lineage> ReadLineage(const std::string& first,
                                                  const std::vector<ReportSource>& sources,
                                                  artifact::ArtifactStore& store) {
  std::map<std::string, artifact::v1::Artifact> artifacts;
  std::set<std::pair<std::string, std::string>> edges;
  std::vector<std::string> order = {first};
  for (const ReportSource& source : sources) order.push_back(source.id);
  for (const std::string& id : order) {
    if (artifacts.count(id) > 0) continue;
    ASSIGN_OR_RETURN(const artifact::v1::Lineage part,
                     store.GetLineage(id, artifact::LineageDirection::kAncestors, /*depth=*/0));
    for (const artifact::v1::Artifact& one : part.artifacts()) artifacts.emplace(one.id(), one);
    for (const auto& edge : part.edges()) edges.emplace(edge.artifact(), edge.input());
  }
  for (const auto& [id, artifact] : artifacts) order.push_back(id);
  artifact::v1::Lineage lineage;
  for (const std::string& id : order) {
    const auto found = artifacts.find(id);
    if (found == artifacts.end()) continue;
    *lineage.add_artifacts() = std::move(found->second);
    artifacts.erase(found);
  }
  for (const auto& [artifact, input] : edges) {
    artifact::v1::Lineage::Edge& edge = *lineage.add_edges();
    edge.set_artifact(artifact);
    edge.set_input(input);
  }
  return lineage;
}

}  // namespace

absl::StatusOr<ReportData> ReadReportData(const v1::ReportSpec& spec,
                                          artifact::ArtifactStore& store) {
  ReportData data;
  SourceReader reader(store, data.sources);
  data.model = spec.reference();
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
  if (!spec.sensitivity().empty()) {
    ASSIGN_OR_RETURN(data.sensitivity, reader.Read<capture::v1::Sensitivity>(
                                           "sensitivity", spec.sensitivity(), "sensitivity.json"));
  }
  if (!spec.diagnostics().empty()) {
    ASSIGN_OR_RETURN(data.diagnostics, reader.Read<capture::v1::Diagnostics>(
                                           "diagnostics", spec.diagnostics(), "diagnostics.json"));
  }
  if (!spec.correlations().empty()) {
    ASSIGN_OR_RETURN(
        data.correlations,
        reader.Read<v1::Correlations>("correlations", spec.correlations(), "correlations.json"));
  }
  if (!spec.comparison().empty()) {
    ASSIGN_OR_RETURN(data.comparison, reader.Read<v1::Comparison>("comparison", spec.comparison(),
                                                                  "comparison.json"));
    for (const v1::ArmComparison& comparison : data.comparison.arms()) {
      ASSIGN_OR_RETURN(ReportArm arm, ReadArm(comparison, reader));
      data.arms.push_back(std::move(arm));
    }
  } else {
    for (const std::string& id : spec.schedules()) {
      ASSIGN_OR_RETURN(ReportArm arm, ReadScheduleArm(id, reader, data.sources));
      *data.comparison.add_arms() = arm.comparison;
      data.arms.push_back(std::move(arm));
    }
    if (!data.arms.empty()) data.comparison.set_baseline(data.arms[0].comparison.name());
  }
  ASSIGN_OR_RETURN(const artifact::v1::Artifact first, store.Get(SubjectOf(spec)));
  ASSIGN_OR_RETURN(data.lineage, ReadLineage(first.id(), data.sources, store));
  return data;
}

}  // namespace widthlab::pipeline
