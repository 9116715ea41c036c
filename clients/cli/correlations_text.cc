#include "clients/cli/correlations_text.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/cli/format.h"
#include "clients/cli/table.h"

namespace widthlab::cli {
namespace {

using pipeline::v1::Correlation;
using pipeline::v1::ProfileCorrelation;

Table NewTable() {
  return Table({{"profile"},
                {"against"},
                {"Spearman", Table::kRight},
                {"interval"},
                {"p", Table::kRight},
                {"of differences", Table::kRight},
                {"interval"},
                {"p", Table::kRight},
                {""}});
}

std::string Signed(double value) {
  return std::isfinite(value) ? absl::StrFormat("%+.2f", value) : "";
}

std::string Interval(const Correlation& one) {
  if (!std::isfinite(one.low())) return "";
  return absl::StrCat(Signed(one.low()), " to ", Signed(one.high()));
}

std::string P(const Correlation& one) {
  return std::isfinite(one.p()) ? absl::StrFormat("%.3g", one.p()) : "";
}

std::string Reason(const ProfileCorrelation& one) {
  const std::string& reason = one.spearman().undefined_reason();
  if (!reason.empty()) return reason;
  return one.spearman_of_differences().undefined_reason();
}

void AddRow(const std::string& profile, const ProfileCorrelation& one, Table& table) {
  const Correlation& raw = one.spearman();
  const Correlation& differences = one.spearman_of_differences();
  table.AddRow({profile, one.against(), Signed(raw.coefficient()), Interval(raw), P(raw),
                Signed(differences.coefficient()), Interval(differences), P(differences),
                Reason(one)});
}

std::string ModelText(const Console& console, const pipeline::v1::ModelCorrelations& model) {
  Table table = NewTable();
  for (const ProfileCorrelation& one : model.correlations()) AddRow(one.profile(), one, table);
  std::string text = absl::StrCat(model.name(), ", ", model.layers(), " layers\n");
  if (!table.empty()) absl::StrAppend(&text, table.Render(console));
  return text;
}

std::string ScaledText(const Console& console, const pipeline::v1::ModelCorrelations& model,
                       const pipeline::v1::ScaledProfile& scaled) {
  Table table = NewTable();
  std::string exponents;
  for (const pipeline::v1::ScaledStatistic& one : scaled.statistics()) {
    if (one.has_with_norm()) AddRow(one.profile(), one.with_norm(), table);
    AddRow(one.profile(), one.with_unscaled(), table);
    if (!std::isfinite(one.exponent())) continue;
    absl::StrAppend(&exponents, exponents.empty() ? "" : ", ", one.profile(), " ",
                    absl::StrFormat("%.2f", one.exponent()));
  }
  std::string text = absl::StrCat("\n", model.name(), ", states ");
  absl::StrAppend(&text, scaled.norm_growth_removed() ? "without norm growth" : "");
  if (scaled.state_factor() != 1) {
    absl::StrAppend(&text, scaled.norm_growth_removed() ? ", " : "", "times ",
                    absl::StrFormat("%g", scaled.state_factor()));
  }
  absl::StrAppend(&text, "\n", table.Render(console));
  if (!exponents.empty()) {
    absl::StrAppend(&text, "exponent of the scale (1: proportional, 0: no effect): ", exponents,
                    "\n");
  }
  return text;
}

std::string TransferText(const Console& console, const pipeline::v1::Transfer& transfer) {
  Table table = NewTable();
  for (const ProfileCorrelation& one : transfer.profiles()) AddRow(one.profile(), one, table);
  return absl::StrCat("\n", transfer.first(), " and ", transfer.second(), " at ", transfer.points(),
                      " equal relative depths\n", table.Render(console));
}

}  // namespace

std::string CorrelationsText(const Console& console,
                             const pipeline::v1::Correlations& correlations) {
  std::string text;
  for (const pipeline::v1::ModelCorrelations& model : correlations.models()) {
    absl::StrAppend(&text, text.empty() ? "" : "\n", ModelText(console, model));
    for (const pipeline::v1::ScaledProfile& scaled : model.scaled()) {
      absl::StrAppend(&text, ScaledText(console, model, scaled));
    }
  }
  for (const pipeline::v1::Transfer& transfer : correlations.transfers()) {
    absl::StrAppend(&text, TransferText(console, transfer));
  }
  absl::StrAppend(&text, "\np of profiles as they are is not adjusted for depth trend: two that ",
                  "drift with depth\ncorrelate by themselves. That of differences is free of it. ",
                  "Intervals of ", absl::StrFormat("%g", 100 * correlations.level()), " %.\n");
  for (const std::string& remark : correlations.remarks()) {
    absl::StrAppend(&text, console.Yellow("note:"), " ", remark, "\n");
  }
  return text;
}

}  // namespace widthlab::cli
