#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"

namespace widthlab::pipeline {
namespace {

bool IsUniform(const model::v1::Architecture& architecture) {
  const auto& widths = architecture.ffn_widths();
  return architecture.layers() > 0 && std::all_of(widths.begin(), widths.end(), [&](int32_t width) {
           return width == widths[0];
         });
}

// The arm of which the reference is a run; empty where it takes no part in the comparison.
std::string ArmOfReference(const ReportData& data) {
  for (const ReportSource& source : data.sources) {
    if (source.role != "reference") continue;
    for (const v1::ArmComparison& arm : data.comparison.arms()) {
      if (std::find(arm.runs().begin(), arm.runs().end(), source.id) != arm.runs().end()) {
        return arm.name();
      }
    }
  }
  return "";
}

// How far one run is from another of the same arm, where more than one seed shows it.
std::string Spread(const v1::Comparison& comparison) {
  const auto& losses = comparison.arms(0).validation_loss();
  if (losses.size() < 2) return "";
  const auto [low, high] = std::minmax_element(losses.begin(), losses.end());
  return absl::StrCat(" (those of ", Escape(comparison.baseline()), " alone end between ",
                      FormatNumber(*low, 4), " and ", FormatNumber(*high, 4), ")");
}

}  // namespace

std::string ReferenceNote(const ReportData& data) {
  if (!data.reference.has_value() || data.comparison.arms().empty()) return "";
  const training::v1::TrainingResult& reference = *data.reference;
  const std::string arm = ArmOfReference(data);
  std::string note = absl::StrCat(" The reference model, whose layers were measured, ended at ",
                                  FormatNumber(reference.validation_loss(), 4), " nats. It is ");
  if (!arm.empty()) {
    absl::StrAppend(&note, "the run of ", Escape(arm), " with seed ", reference.seed(), ".");
    return note;
  }
  const auto& seeds = data.comparison.seeds();
  const bool own = std::find(seeds.begin(), seeds.end(), reference.seed()) == seeds.end();
  absl::StrAppend(&note, "one run with ",
                  IsUniform(reference.architecture()) ? "the same width in every layer and " : "",
                  own ? "a seed of its own (" : "seed (", reference.seed(),
                  "), and no arm: it was measured, not compared, and one run is not comparable "
                  "with means over ",
                  seeds.size(), seeds.size() == 1 ? " seed" : " seeds", Spread(data.comparison),
                  ".");
  return note;
}

}  // namespace widthlab::pipeline
