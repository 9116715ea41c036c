#include "services/training/core/imports/import_results.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/architecture/architecture.h"
#include "common/architecture/proto_form.h"
#include "common/artifact/artifact_builder.h"
#include "common/spec/canonical_json.h"
#include "common/spec/json_string.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/training/core/imports/result_table.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::training {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// The shape and accounts of an arm; both empty where the shape is not known.
absl::StatusOr<v1::TrainingResult> DescribeArm(const ResultImport& what, const std::string& arm) {
  v1::TrainingResult result;
  const auto it = what.architectures.find(arm);
  if (it == what.architectures.end()) return result;
  const std::string field = absl::StrCat("architectures[", arm, "]");
  model::v1::Architecture proto = it->second;
  RETURN_IF_ERROR(UnderField(spec::Resolve(proto), field));
  const absl::StatusOr<architecture::Architecture> a = architecture::FromProto(proto);
  if (!a.ok()) return UnderField(a.status(), field);
  ASSIGN_OR_RETURN(*result.mutable_architecture(),
                   architecture::ToProto(*a, architecture::MeanFfnWidth(*a)));
  *result.mutable_accounts() = architecture::AccountsProto(*a, a->max_positions);
  return result;
}

v1::TrainingResult ResultOf(const v1::TrainingResult& arm, const ResultRun& run) {
  v1::TrainingResult result = arm;
  result.set_seed(run.seed);
  for (const ResultPoint& point : run.points) {
    v1::TrainingMetric& metric = *result.add_metrics();
    metric.set_step(point.step);
    metric.set_tokens(point.tokens.value_or(0));
    metric.set_training_loss(point.training_loss.value_or(kUnknown));
    metric.set_learning_rate(point.learning_rate.value_or(kUnknown));
    metric.set_gradient_norm(kUnknown);
    metric.set_validation_loss(point.loss);
  }
  result.set_tokens(run.points.back().tokens.value_or(0));
  result.set_validation_loss(run.points.back().loss);
  return result;
}

absl::StatusOr<artifact::v1::Artifact> Commit(artifact::ArtifactStore& store,
                                              const v1::TrainingResult& result,
                                              const std::string& source) {
  artifact::v1::ImportSpec spec;
  spec.set_source(source);
  artifact::ArtifactBuilder builder(store, artifact::v1::ARTIFACT_KIND_TRAINING_RUN,
                                    /*schema_version=*/1);
  RETURN_IF_ERROR(builder.AddFile("result.json", "application/json", spec::CanonicalJson(result)));
  return builder.Commit({.spec_type = spec.GetDescriptor()->full_name(),
                         .spec_json = spec::CanonicalJson(spec),
                         .algorithm_version = "training.ImportTrainingResults/1"});
}

absl::Status CheckArchitectures(const ResultImport& what, const ResultTable& table) {
  for (const auto& [name, architecture] : what.architectures) {
    const bool found = std::any_of(table.arms.begin(), table.arms.end(),
                                   [&](const ResultArm& arm) { return arm.name == name; });
    if (found) continue;
    return InvalidFieldBecause(absl::StrCat("architectures[", name, "]"),
                               "is the shape of an arm that the table does not have");
  }
  return absl::OkStatus();
}

// The last part of a path, so that where a file lies is no part of an identity.
std::string NameOnly(const std::string& source) {
  const size_t slash = source.rfind('/');
  const std::string name = slash == std::string::npos ? source : source.substr(slash + 1);
  return name.empty() ? "results" : name;
}

}  // namespace

absl::StatusOr<std::vector<ImportedRuns>> ImportResults(const ResultImport& what,
                                                        artifact::ArtifactStore& store,
                                                        absl::FunctionRef<absl::Status()> check) {
  if (!spec::IsUtf8(what.source)) return InvalidFieldBecause("source", "is not UTF-8");
  ASSIGN_OR_RETURN(const ResultTable table, ReadResultTable(what.csv));
  RETURN_IF_ERROR(CheckArchitectures(what, table));
  std::vector<v1::TrainingResult> described;
  for (const ResultArm& arm : table.arms) {
    ASSIGN_OR_RETURN(v1::TrainingResult result, DescribeArm(what, arm.name));
    described.push_back(std::move(result));
  }

  std::vector<ImportedRuns> imported;
  for (size_t a = 0; a < table.arms.size(); ++a) {
    const ResultArm& arm = table.arms[a];
    ImportedRuns& runs = imported.emplace_back(ImportedRuns{arm.name, {}, {}});
    for (const ResultRun& run : arm.runs) {
      RETURN_IF_ERROR(check());
      ASSIGN_OR_RETURN(
          artifact::v1::Artifact artifact,
          Commit(store, ResultOf(described[a], run),
                 absl::StrCat(NameOnly(what.source), ": ", arm.name, ", seed ", run.seed)));
      runs.seeds.push_back(run.seed);
      runs.runs.push_back(std::move(artifact));
    }
  }
  return imported;
}

}  // namespace widthlab::training
