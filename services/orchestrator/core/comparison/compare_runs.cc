#include "services/orchestrator/core/comparison/compare_runs.h"

#include <algorithm>
#include <string>

#include "absl/types/span.h"
#include "common/numeric/moments.h"
#include "common/status/macros.h"
#include "services/orchestrator/core/comparison/document_bootstrap.h"
#include "services/orchestrator/core/comparison/layer_widths.h"
#include "services/orchestrator/core/comparison/paired_difference.h"
#include "services/orchestrator/core/comparison/pairing.h"
#include "services/orchestrator/core/comparison/verdict.h"

namespace widthlab::pipeline {
namespace {

std::vector<double> Losses(const ArmRecord& arm) {
  std::vector<double> losses;
  for (const RunRecord& run : arm.runs) losses.push_back(run.result.validation_loss());
  return losses;
}

// For each held-out document the difference arm - baseline, averaged over seeds.
std::vector<DocumentDifference> ByDocument(const ArmRecord& baseline, const ArmRecord& arm) {
  std::vector<DocumentDifference> documents;
  const int count = arm.runs[0].result.validation_documents_size();
  for (int d = 0; d < count; ++d) {
    std::vector<double> differences;
    for (size_t r = 0; r < arm.runs.size(); ++r) {
      differences.push_back(arm.runs[r].result.validation_documents(d).loss() -
                            baseline.runs[r].result.validation_documents(d).loss());
    }
    documents.push_back({.tokens = arm.runs[0].result.validation_documents(d).tokens(),
                         .difference = numeric::Mean(differences)});
  }
  return documents;
}

v1::ArmComparison DescribeArm(const v1::ArmSpec& spec, const ArmRecord& arm) {
  const training::v1::TrainingResult& first = arm.runs[0].result;
  v1::ArmComparison out;
  out.set_name(spec.name());
  out.set_schedule(spec.schedule());
  *out.mutable_runs() = spec.runs();
  const std::vector<int32_t> widths = LayerWidths(first.architecture());
  out.mutable_ffn_widths()->Assign(widths.begin(), widths.end());
  *out.mutable_accounts() = first.accounts();
  out.set_training_tokens(first.tokens());
  out.set_training_flops(first.training_flops());
  const std::vector<double> losses = Losses(arm);
  out.mutable_validation_loss()->Assign(losses.begin(), losses.end());
  out.set_mean_validation_loss(numeric::Mean(losses));
  return out;
}

VerdictRule RuleOf(const v1::CompareSpec& spec) {
  VerdictRule rule{.alpha = spec.alpha(), .baseline = spec.arms(0).name()};
  if (spec.has_negligible_difference()) rule.negligible_difference = spec.negligible_difference();
  return rule;
}

void JudgeArms(const v1::CompareSpec& spec, v1::Comparison& comparison) {
  std::vector<v1::PairedDifference*> differences;
  for (v1::ArmComparison& arm : *comparison.mutable_arms()) {
    if (arm.has_difference()) differences.push_back(arm.mutable_difference());
  }
  AdjustForFamily(differences);
  const VerdictRule rule = RuleOf(spec);
  for (v1::ArmComparison& arm : *comparison.mutable_arms()) {
    if (!arm.has_difference()) continue;
    const Judgement judgement = Judge(arm.difference(), rule);
    arm.set_verdict(judgement.verdict);
    arm.set_verdict_text(judgement.text);
  }
}

}  // namespace

absl::StatusOr<v1::Comparison> CompareRuns(const v1::CompareSpec& spec,
                                           const std::vector<ArmRecord>& arms) {
  RETURN_IF_ERROR(CheckPairing(spec, arms));
  v1::Comparison comparison;
  comparison.set_metric("final validation loss");
  *comparison.mutable_seeds() = spec.seeds();
  comparison.set_baseline(spec.arms(0).name());
  comparison.set_alpha(spec.alpha());
  if (spec.has_negligible_difference()) {
    comparison.set_negligible_difference(spec.negligible_difference());
  }
  const TestFamily family{.alpha = spec.alpha(),
                          .arms = std::max(1, static_cast<int>(arms.size()) - 1)};
  const BootstrapOptions bootstrap{
      .draws = spec.bootstrap_draws(), .seed = spec.bootstrap_seed(), .alpha = spec.alpha()};
  const std::vector<double> baseline = Losses(arms[0]);
  for (size_t a = 0; a < arms.size(); ++a) {
    v1::ArmComparison& arm = *comparison.add_arms();
    arm = DescribeArm(spec.arms(static_cast<int>(a)), arms[a]);
    if (a == 0) {
      arm.set_verdict(v1::VERDICT_BASELINE);
      arm.set_verdict_text("the arm that the others are compared with");
      continue;
    }
    *arm.mutable_difference() = PairDifferences(baseline, Losses(arms[a]), family);
    *arm.mutable_difference()->mutable_document_interval() =
        DocumentInterval(ByDocument(arms[0], arms[a]), bootstrap);
  }
  JudgeArms(spec, comparison);
  return comparison;
}

}  // namespace widthlab::pipeline
