#include "services/schedule/core/explain.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "services/schedule/core/problem_proto.h"

namespace widthlab::schedule {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

std::string Opening(const FamilyInput& input, const FamilyResult& result, size_t layer) {
  const double share =
      static_cast<double>(result.widths[layer]) / static_cast<double>(input.budget.uniform_width);
  return absl::StrFormat("%d units, %.2f of the uniform width", result.widths[layer], share);
}

std::string BoundText(const WidthBudget& budget, v1::WidthBound bound, size_t layer) {
  if (bound == v1::WIDTH_BOUND_FLOOR) {
    return absl::StrFormat(" It rests on the floor of %g units.", budget.floor[layer]);
  }
  if (bound == v1::WIDTH_BOUND_CAP) {
    return absl::StrFormat(" It is held by the cap of %g units.", budget.cap[layer]);
  }
  return "";
}

std::string StreamText(const FamilyResult& result, size_t layer) {
  if (!result.attention_widths.empty()) {
    return absl::StrFormat(" The attention's heads are %d wide together here.",
                           result.attention_widths[layer]);
  }
  if (result.residual_widths.empty()) return "";
  return absl::StrFormat(" The residual stream is %d wide here.", result.residual_widths[layer]);
}

std::string ExponentText(const LayerFacts& facts, double exponent, bool fixed) {
  if (fixed) return absl::StrFormat("the exponent is fixed at %.3g", exponent);
  if (std::isnan(facts.dimension)) {
    return absl::StrFormat(
        "its dimension is undefined, and the median of the others gives the "
        "exponent %.3g",
        exponent);
  }
  return absl::StrFormat("dimension %.3g gives the exponent %.3g", facts.dimension, exponent);
}

std::string IntervalText(const std::vector<v1::WidthInterval>& intervals, size_t layer) {
  if (intervals.empty()) return "";
  return absl::StrFormat("between %.0f and %.0f", intervals[layer].low(), intervals[layer].high());
}

std::string SubsampleText(const std::string& interval) {
  return interval.empty() ? "" : absl::StrCat(" Other subsamples put it ", interval, ".");
}

// Where no layer has a dimension the exponent did not come from one.
bool FixedExponent(const std::vector<LayerFacts>& all) {
  for (const LayerFacts& facts : all) {
    if (!std::isnan(facts.dimension)) return false;
  }
  return true;
}

bool IsWeighted(const LayerWork& layers) {
  for (double sensitivity : layers.sensitivity) {
    if (sensitivity != 1) return true;
  }
  return false;
}

// Work, sensitivity and exponent in words. `inverse`: what counts is 1 / work.
std::string MeasureText(const LayerWork& layers, const std::vector<LayerFacts>& all, bool inverse,
                        size_t layer) {
  const LayerFacts& facts = all[layer];
  std::string text = ": ";
  if (!std::isnan(facts.work)) {
    absl::StrAppendFormat(&text, "smoothed work is %.3g of the mean (measured %.4g), ",
                          facts.smoothed_work, facts.work);
    if (inverse)
      absl::StrAppendFormat(&text, "and counts as %.3g, its inverse, ", layers.work[layer]);
  }
  const bool weighted = IsWeighted(layers);
  if (!weighted && std::isnan(facts.work)) text += "every layer counts the same, ";
  if (weighted) {
    absl::StrAppendFormat(&text, "sensitivity is %.3g of the mean, ", layers.sensitivity[layer]);
  }
  return absl::StrCat(text, "and ", ExponentText(facts, layers.exponent[layer], FixedExponent(all)),
                      ".");
}

void SetFacts(const LayerWork& layers, const LayerFacts& facts, size_t layer,
              v1::LayerExplanation& out) {
  out.set_work(facts.work);
  out.set_smoothed_work(facts.smoothed_work);
  out.set_dimension(facts.dimension);
  out.set_exponent(layers.exponent[layer]);
  out.set_sensitivity(layers.sensitivity[layer]);
}

void ExplainSolved(const FamilyInput& input, const FamilyResult& result, size_t layer,
                   v1::LayerExplanation& out) {
  const FamilyResult::Solved& solved = *result.solved;
  const v1::WidthBound bound = BoundProto(solved.answer.solution.bounds[layer]);
  SetFacts(solved.layers, solved.facts[layer], layer, out);
  out.set_bound(bound);
  out.set_text(absl::StrCat(Opening(input, result, layer),
                            MeasureText(solved.layers, solved.facts, solved.inverse, layer),
                            absl::StrFormat(" The optimum is %.1f units.", result.targets[layer]),
                            SubsampleText(IntervalText(result.intervals, layer)),
                            BoundText(input.budget, bound, layer)));
}

// Bounds of both widths, in words.
std::string JointBoundText(const v1::JointSolution& solution, const WidthBudget& budget,
                           size_t layer) {
  const int l = static_cast<int>(layer);
  std::string text = BoundText(budget, solution.ffn_bounds(l), layer);
  if (solution.residual_bounds(l) == v1::WIDTH_BOUND_FLOOR) {
    text += " The stream rests on its floor.";
  } else if (solution.residual_bounds(l) == v1::WIDTH_BOUND_CAP) {
    text += " The stream is held by its cap.";
  }
  return text;
}

void ExplainJoint(const FamilyInput& input, const FamilyResult& result, size_t layer,
                  v1::LayerExplanation& out) {
  const FamilyResult::Joint& joint = *result.joint;
  const int l = static_cast<int>(layer);
  SetFacts(joint.layers, joint.facts[layer], layer, out);
  out.set_bound(joint.solution.ffn_bounds(l));
  std::string intervals = IntervalText(result.intervals, layer);
  if (!intervals.empty()) {
    absl::StrAppend(&intervals, ", the stream ", IntervalText(joint.residual_intervals, layer));
  }
  out.set_text(absl::StrCat(
      Opening(input, result, layer), MeasureText(joint.layers, joint.facts, false, layer),
      absl::StrFormat(" The residual stream needs %.3g of the mean. The optimum is %.1f units and "
                      "a stream of %.1f, rounded to %d.",
                      joint.solution.residual_need(l), joint.solution.ffn_widths(l),
                      joint.solution.residual_widths(l), result.residual_widths[layer]),
      SubsampleText(intervals), JointBoundText(joint.solution, input.budget, layer)));
}

void ExplainShape(const FamilyInput& input, const FamilyResult& result, size_t layer,
                  v1::LayerExplanation& out) {
  const double target = result.targets[layer];
  const double floor = input.budget.floor[layer];
  const double cap = input.budget.cap[layer];
  const bool bounded = result.residual_widths.empty() && result.attention_widths.empty();
  const v1::WidthBound bound = !bounded          ? v1::WIDTH_BOUND_NONE
                               : target <= floor ? v1::WIDTH_BOUND_FLOOR
                               : target >= cap   ? v1::WIDTH_BOUND_CAP
                                                 : v1::WIDTH_BOUND_NONE;
  out.set_work(kUndefined);
  out.set_smoothed_work(kUndefined);
  out.set_dimension(kUndefined);
  out.set_exponent(kUndefined);
  out.set_sensitivity(kUndefined);
  out.set_bound(bound);
  out.set_text(absl::StrCat(Opening(input, result, layer),
                            absl::StrFormat(": the shape asks for %.1f units.", target),
                            StreamText(result, layer), BoundText(input.budget, bound, layer)));
}

}  // namespace

v1::LayerExplanation ExplainLayer(const FamilyInput& input, const FamilyResult& result, int layer) {
  v1::LayerExplanation out;
  out.set_layer(layer);
  if (result.solved.has_value()) {
    ExplainSolved(input, result, static_cast<size_t>(layer), out);
  } else if (result.joint.has_value()) {
    ExplainJoint(input, result, static_cast<size_t>(layer), out);
  } else {
    ExplainShape(input, result, static_cast<size_t>(layer), out);
  }
  return out;
}

}  // namespace widthlab::schedule
