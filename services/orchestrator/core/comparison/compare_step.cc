#include "services/orchestrator/core/comparison/compare_step.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/artifact_store.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/comparison/compare_runs.h"
#include "services/orchestrator/core/comparison/compare_spec.h"
#include "services/orchestrator/core/comparison/layer_widths.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::pipeline {
namespace {

absl::StatusOr<RunRecord> ReadRun(artifact::ArtifactStore& store, const std::string& id) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact run, store.Get(id));
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store, run, "result.json"));
  RunRecord record;
  RETURN_IF_ERROR(WithContext(spec::ParseJson(json, record.result), "result.json"));
  if (run.manifest().spec_type() == training::v1::TrainSpec::descriptor()->full_name()) {
    RETURN_IF_ERROR(
        WithContext(spec::ParseJson(run.manifest().spec_json(), record.spec.emplace()), "spec"));
  }
  return record;
}

// An arm that names a schedule must have trained that schedule's widths.
absl::Status CheckSchedule(artifact::ArtifactStore& store, const v1::ArmSpec& arm,
                           const ArmRecord& record, const std::string& field) {
  if (arm.schedule().empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(arm.schedule()));
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store, artifact, "schedule.json"));
  schedule::v1::Schedule schedule;
  RETURN_IF_ERROR(WithContext(spec::ParseJson(json, schedule), "schedule.json"));
  const std::vector<int32_t> widths = LayerWidths(record.runs[0].result.architecture());
  if (std::equal(widths.begin(), widths.end(), schedule.ffn_widths().begin(),
                 schedule.ffn_widths().end())) {
    return absl::OkStatus();
  }
  return InvalidFieldBecause(absl::StrCat(field, ".schedule"),
                             "has other widths than the runs of its arm were trained with");
}

absl::StatusOr<ArmRecord> ReadArm(artifact::ArtifactStore& store, const v1::ArmSpec& arm,
                                  const std::string& field) {
  ArmRecord record;
  for (int r = 0; r < arm.runs_size(); ++r) {
    absl::StatusOr<RunRecord> run = ReadRun(store, arm.runs(r));
    if (!run.ok()) return WithContext(run.status(), absl::StrCat(field, ".runs[", r, "]"));
    record.runs.push_back(*std::move(run));
  }
  RETURN_IF_ERROR(CheckSchedule(store, arm, record, field));
  return record;
}

absl::StatusOr<std::string> Compare(const v1::CompareSpec& spec, const job::StepContext& context) {
  std::vector<ArmRecord> arms;
  for (int a = 0; a < spec.arms_size(); ++a) {
    RETURN_IF_ERROR(context.cancel.Check());
    context.progress.Report(
        {.stage = "comparing", .done = a, .total = spec.arms_size(), .unit = "arms"});
    ASSIGN_OR_RETURN(ArmRecord arm,
                     ReadArm(context.store, spec.arms(a), absl::StrCat("arms[", a, "]")));
    arms.push_back(std::move(arm));
  }
  ASSIGN_OR_RETURN(const v1::Comparison comparison, CompareRuns(spec, arms));
  artifact::ArtifactBuilder builder(context.store, artifact::v1::ARTIFACT_KIND_COMPARISON,
                                    /*schema_version=*/1);
  RETURN_IF_ERROR(
      builder.AddFile("comparison.json", "application/json", spec::CanonicalJson(comparison)));
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, builder.Commit(context.identity));
  return artifact.id();
}

absl::Status FinishSpec(google::protobuf::Message& spec, artifact::ArtifactStore&) {
  return CheckCompareSpec(static_cast<const v1::CompareSpec&>(spec));
}

}  // namespace

job::Step CompareStep() {
  return job::MakeStep<v1::CompareSpec>({.kind = "pipeline.Compare",
                                         .algorithm_version = "pipeline.Compare/1",
                                         .finish_spec = FinishSpec},
                                        Compare);
}

}  // namespace widthlab::pipeline
