#include "clients/cli/diagnostics_text.h"

#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/cli/format.h"
#include "clients/cli/table.h"

namespace widthlab::cli {
namespace {

using capture::v1::Diagnostics;
using capture::v1::LayerDiagnostics;

std::string Number(double value) {
  return std::isfinite(value) ? absl::StrFormat("%.4g", value) : "";
}

std::string Interval(double low, double high) {
  return std::isfinite(low) ? absl::StrFormat("%.4g to %.4g", low, high) : "";
}

std::string ScalingText(const Console& console, const Diagnostics& diagnostics) {
  if (!diagnostics.has_norm_growth_removed()) return "";
  std::vector<Table::Column> columns = {{"layer", Table::kRight}};
  for (const double factor : diagnostics.factors()) {
    columns.push_back({absl::StrCat("states x ", Number(factor)), Table::kRight});
  }
  columns.push_back({"norms of layer 0", Table::kRight});
  Table table(columns);
  for (int l = 0; l < diagnostics.layers_size(); ++l) {
    std::vector<std::string> row = {absl::StrCat(l)};
    for (const auto& rise : diagnostics.layers(l).scaled()) row.push_back(Number(rise.mean()));
    row.push_back(Number(diagnostics.layers(l).norm_growth_removed().mean()));
    table.AddRow(row);
  }
  return absl::StrCat("rise of the loss, states of one layer changed\n", table.Render(console),
                      "all layers at the norms of layer 0: ",
                      Number(diagnostics.norm_growth_removed().mean()), "\n\n");
}

std::string AdditivityText(const Console& console, const Diagnostics& diagnostics) {
  if (diagnostics.additivity().empty()) return "";
  Table table({{"epsilon", Table::kRight},
               {"all layers", Table::kRight},
               {"sum of one each", Table::kRight},
               {"ratio", Table::kRight},
               {"95 %"}});
  for (const capture::v1::Additivity& one : diagnostics.additivity()) {
    table.AddRow({Number(one.epsilon()), Number(one.joint().mean()), Number(one.sum().mean()),
                  Number(one.ratio()), Interval(one.low(), one.high())});
  }
  return absl::StrCat("rise under noise over epsilon squared\n", table.Render(console), "\n");
}

std::string StreamText(const Console& console, const Diagnostics& diagnostics) {
  if (diagnostics.layers().empty() || !diagnostics.layers(0).has_stream()) return "";
  Table table({{"layer", Table::kRight},
               {"norm in", Table::kRight},
               {"norm out", Table::kRight},
               {"entropy", Table::kRight},
               {"participation", Table::kRight},
               {"effective rank", Table::kRight},
               {"lens loss", Table::kRight},
               {"agreement", Table::kRight}});
  for (int l = 0; l < diagnostics.layers_size(); ++l) {
    const capture::v1::ResidualStream& s = diagnostics.layers(l).stream();
    table.AddRow({absl::StrCat(l), Number(s.mean_norm_in()), Number(s.mean_norm_out()),
                  Number(s.matrix_entropy()), Number(s.participation_ratio()),
                  Number(s.effective_rank()), Number(s.lens_loss()), Number(s.lens_agreement())});
  }
  return absl::StrCat("residual stream\n", table.Render(console), "\n");
}

}  // namespace

std::string DiagnosticsText(const Console& console, const Diagnostics& diagnostics) {
  std::string text =
      absl::StrCat(ScalingText(console, diagnostics), AdditivityText(console, diagnostics),
                   StreamText(console, diagnostics));
  absl::StrAppend(&text, "loss ", FormatFixed(diagnostics.loss(), 4), " nats over ",
                  FormatExact(diagnostics.targets()), " tokens, ", diagnostics.batches(),
                  diagnostics.batches() == 1 ? " batch\n" : " batches\n");
  for (const std::string& remark : diagnostics.remarks()) {
    absl::StrAppend(&text, console.Yellow("note:"), " ", remark, "\n");
  }
  return text;
}

}  // namespace widthlab::cli
