#include "services/orchestrator/core/report/transfer_summary.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/orchestrator/core/report/html.h"

namespace widthlab::pipeline {
namespace {

// Finite coefficients, ascending.
template <typename Coefficient>
std::vector<double> Sorted(const v1::Transfer& transfer, Coefficient coefficient) {
  std::vector<double> values;
  for (const v1::ProfileCorrelation& one : transfer.profiles()) {
    if (const double value = coefficient(one); std::isfinite(value)) values.push_back(value);
  }
  std::sort(values.begin(), values.end());
  return values;
}

std::string RangeText(const std::vector<double>& sorted) {
  if (sorted.empty()) return "undefined";
  return absl::StrCat(FormatNumber(sorted[sorted.size() / 2], 2), " in the middle, ",
                      FormatNumber(sorted.front(), 2), " to ", FormatNumber(sorted.back(), 2));
}

std::string PairText(const v1::Transfer& transfer) {
  const auto raw = Sorted(transfer, [](const auto& c) { return c.spearman().coefficient(); });
  const auto differences =
      Sorted(transfer, [](const auto& c) { return c.spearman_of_differences().coefficient(); });
  return absl::StrCat(transfer.first(), " and ", transfer.second(), ": Spearman ", RangeText(raw),
                      " over ", transfer.profiles_size(), " curves (of first differences ",
                      RangeText(differences), ").");
}

}  // namespace

Summary SummariseTransfer(const v1::Correlations& correlations) {
  Summary summary{.verdict = v1::VERDICT_BASELINE};
  summary.headline =
      absl::StrCat("Profiles of ", correlations.models_size(), " models at equal relative depth");
  std::vector<std::string> models;
  for (const v1::ModelCorrelations& model : correlations.models()) {
    models.push_back(absl::StrCat(model.name(), ", ", model.layers(),
                                  model.layers() == 1 ? " layer" : " layers"));
  }
  summary.lines.push_back({"Which models?", absl::StrCat(absl::StrJoin(models, "; "), ".")});
  std::vector<std::string> pairs;
  for (const v1::Transfer& transfer : correlations.transfers()) pairs.push_back(PairText(transfer));
  summary.lines.push_back({"Do they agree?", absl::StrJoin(pairs, " ")});
  summary.lines.push_back(
      {"Believe it?",
       "Curves that drift with depth agree by themselves, so the p of a profile as it is is too "
       "small; those of first differences are not, but there are few layers."});
  return summary;
}

}  // namespace widthlab::pipeline
