#include "services/orchestrator/web/pages/verdicts.h"

#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "services/orchestrator/web/pages/artifact_file.h"
#include "services/orchestrator/web/pages/parts.h"
#include "services/orchestrator/web/pages/words.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::web {
namespace {

using pipeline::v1::ArmComparison;
using pipeline::v1::Comparison;

std::string LossText(double loss) {
  return std::isfinite(loss) ? absl::StrFormat("%.4f", loss) : "–";
}

std::string DifferenceText(const ArmComparison& arm) {
  if (!arm.has_difference() || !std::isfinite(arm.difference().mean())) return "";
  return absl::StrFormat("%+.4f", arm.difference().mean());
}

std::string IntervalText(const ArmComparison& arm) {
  if (!arm.has_difference() || !std::isfinite(arm.difference().interval().low())) return "";
  return absl::StrFormat("%+.4f to %+.4f", arm.difference().interval().low(),
                         arm.difference().interval().high());
}

}  // namespace

Html VerdictsHtml(artifact::ArtifactStore& store, const artifact::v1::Artifact& artifact) {
  const absl::StatusOr<Comparison> comparison =
      ReadMessage<Comparison>(store, artifact, "comparison.json");
  if (!comparison.ok()) {
    return Element("p", {{"class", "problem"}}, Text(std::string(comparison.status().message())));
  }
  TableHtml table(
      {"arm", "verdict", "difference", "interval", "loss (nats)", "parameters", "schedule"},
      /*numeric=*/{2, 3, 4, 5}, /*wide=*/{1});
  for (const ArmComparison& arm : comparison->arms()) {
    table.AddRow({Text(arm.name()), Text(arm.verdict_text()), Text(DifferenceText(arm)),
                  Text(IntervalText(arm)), Text(LossText(arm.mean_validation_loss())),
                  Text(ExactText(arm.accounts().total_parameters())),
                  ArtifactLinkIfThere(store, arm.schedule())});
  }
  return Element("p", absl::StrCat(comparison->seeds_size(),
                                   comparison->seeds_size() == 1 ? " seed" : " paired seeds",
                                   "; lower loss is better.")) +
         table.Render();
}

}  // namespace widthlab::web
