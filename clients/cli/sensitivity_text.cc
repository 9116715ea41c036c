#include "clients/cli/sensitivity_text.h"

#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/cli/format.h"
#include "clients/cli/table.h"

namespace widthlab::cli {
namespace {

std::string Number(double value) {
  return std::isfinite(value) ? absl::StrFormat("%.4g", value) : "";
}

std::string Interval(const capture::v1::LossRise& rise) {
  if (!std::isfinite(rise.low())) return "";
  return absl::StrFormat("%.4g to %.4g", rise.low(), rise.high());
}

std::string Mark(const capture::v1::LossRise& rise) {
  return rise.above_zero() ? "" : "not above 0";
}

}  // namespace

std::string SensitivityText(const Console& console, const capture::v1::Sensitivity& sensitivity) {
  bool ablation = false;
  for (const auto& layer : sensitivity.layers()) ablation = ablation || layer.has_ablation();
  std::vector<Table::Column> columns = {
      {"layer", Table::kRight}, {"lambda", Table::kRight}, {"95 %"}, {""}};
  if (ablation) {
    for (const Table::Column& column :
         std::vector<Table::Column>{{"without it", Table::kRight}, {"95 %"}, {""}}) {
      columns.push_back(column);
    }
  }
  Table table(columns);
  for (int l = 0; l < sensitivity.layers_size(); ++l) {
    const capture::v1::LayerSensitivity& layer = sensitivity.layers(l);
    if (!layer.has_noise()) continue;
    std::vector<std::string> row = {absl::StrCat(l), Number(layer.noise().mean()),
                                    Interval(layer.noise()), Mark(layer.noise())};
    if (ablation) {
      row.push_back(Number(layer.ablation().mean()));
      row.push_back(Interval(layer.ablation()));
      row.push_back(Mark(layer.ablation()));
    }
    table.AddRow(row);
  }
  std::string text = table.Render(console);
  absl::StrAppend(&text, "\nloss ", FormatFixed(sensitivity.loss(), 4), " nats over ",
                  FormatExact(sensitivity.targets()), " tokens; noise of ",
                  Number(sensitivity.relative_noise()), " of each update, ", sensitivity.draws(),
                  sensitivity.draws() == 1 ? " draw, " : " draws, ", sensitivity.batches(),
                  sensitivity.batches() == 1 ? " batch\n" : " batches\n");
  for (const std::string& remark : sensitivity.remarks()) {
    absl::StrAppend(&text, console.Yellow("note:"), " ", remark, "\n");
  }
  return text;
}

}  // namespace widthlab::cli
