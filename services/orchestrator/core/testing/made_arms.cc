#include "services/orchestrator/core/testing/made_arms.h"

#include <limits>
#include <string>
#include <vector>

#include "common/spec/canonical_json.h"
#include "services/orchestrator/core/testing/made_artifact.h"
#include "widthlab/schedule/v1/schedule.pb.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::pipeline {
namespace {

training::v1::TrainingResult Result(uint64_t seed, const std::vector<int>& widths, double loss) {
  training::v1::TrainingResult result;
  result.set_seed(seed);
  result.mutable_architecture()->set_layers(2);
  result.mutable_architecture()->set_ffn_width(64);
  result.mutable_architecture()->mutable_ffn_widths()->Assign(widths.begin(), widths.end());
  result.mutable_accounts()->set_total_parameters(4096);
  result.set_tokens(1000);
  result.set_validation_loss(loss);
  for (const char* name : {"a.txt", "b.txt", "c.txt"}) {
    training::v1::DocumentLoss& document = *result.add_validation_documents();
    document.set_document(name);
    document.set_tokens(50);
    document.set_loss(loss);
  }
  training::v1::TrainingMetric& metric = *result.add_metrics();
  metric.set_step(5);
  metric.set_training_loss(loss + 0.5);
  metric.set_validation_loss(loss);
  return result;
}

double Loss(const std::string& arm, int seed) {
  return 2 + 0.125 * seed + (arm == "uniform" ? 0 : -0.1 - 0.001 * seed);
}

v1::ArmSpec MakeImportedArm(artifact::ArtifactStore& store, const std::string& name, int seeds) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  v1::ArmSpec arm;
  arm.set_name(name);
  for (int seed = 1; seed <= seeds; ++seed) {
    training::v1::TrainingResult result;
    result.set_seed(seed);
    result.set_validation_loss(Loss(name, seed));
    for (const int step : {5, 10}) {
      training::v1::TrainingMetric& metric = *result.add_metrics();
      metric.set_step(step);
      metric.set_training_loss(kUnknown);
      metric.set_learning_rate(kUnknown);
      metric.set_gradient_norm(kUnknown);
      metric.set_validation_loss(Loss(name, seed) + (step == 5 ? 1 : 0));
    }
    artifact::v1::ImportSpec spec;
    spec.set_source(name);
    arm.add_runs(MakeArtifact(store, {artifact::v1::ARTIFACT_KIND_TRAINING_RUN, "result.json"},
                              spec::CanonicalJson(result), spec));
  }
  return arm;
}

v1::ArmSpec MakeArm(artifact::ArtifactStore& store, const std::string& text,
                    const std::string& name, const std::vector<int>& widths, int seeds) {
  v1::ArmSpec arm;
  arm.set_name(name);
  schedule::v1::Schedule schedule;
  schedule.set_family(name);
  schedule.mutable_ffn_widths()->Assign(widths.begin(), widths.end());
  arm.set_schedule(MakeArtifact(store, {artifact::v1::ARTIFACT_KIND_SCHEDULE, "schedule.json"},
                                spec::CanonicalJson(schedule), schedule::v1::ScheduleSpec()));
  for (int seed = 1; seed <= seeds; ++seed) {
    training::v1::TrainSpec spec;
    spec.set_text(text);
    spec.set_schedule(arm.schedule());
    spec.set_seed(seed);
    arm.add_runs(MakeArtifact(
        store, {artifact::v1::ARTIFACT_KIND_TRAINING_RUN, "result.json", {text, arm.schedule()}},
        spec::CanonicalJson(Result(seed, widths, Loss(name, seed))), spec));
  }
  return arm;
}

}  // namespace

v1::CompareSpec MakeArms(artifact::ArtifactStore& store, int seeds) {
  const std::string text = MakeArtifact(store, {artifact::v1::ARTIFACT_KIND_TEXT, "a.txt"},
                                        "some text", artifact::v1::ImportSpec());
  v1::CompareSpec spec;
  *spec.add_arms() = MakeArm(store, text, "uniform", {64, 64}, seeds);
  *spec.add_arms() = MakeArm(store, text, "taper", {96, 32}, seeds);
  for (int seed = 1; seed <= seeds; ++seed) spec.add_seeds(seed);
  return spec;
}

v1::CompareSpec MakeImportedArms(artifact::ArtifactStore& store, int seeds) {
  v1::CompareSpec spec;
  *spec.add_arms() = MakeImportedArm(store, "uniform", seeds);
  *spec.add_arms() = MakeImportedArm(store, "taper", seeds);
  for (int seed = 1; seed <= seeds; ++seed) spec.add_seeds(seed);
  return spec;
}

}  // namespace widthlab::pipeline
