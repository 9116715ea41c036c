// What a comparison says of an arm, as an enum and as a sentence.
//
// "better" or "worse" if the Holm-adjusted p is at most α; "no difference beyond δ" if the interval
// lies within ±δ, which was set beforehand; else "inconclusive", and always under three seeds.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_VERDICT_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_VERDICT_H_

#include <optional>
#include <string>

#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

struct VerdictRule {
  double alpha = 0.05;
  // δ in nats.
  std::optional<double> negligible_difference = {};
  std::string baseline = {};
};

struct Judgement {
  v1::Verdict verdict = v1::VERDICT_UNSPECIFIED;
  std::string text = {};
};

Judgement Judge(const v1::PairedDifference& difference, const VerdictRule& rule);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_COMPARISON_VERDICT_H_
