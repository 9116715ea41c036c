#include "services/schedule/core/export/openelm.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/export/json_keys.h"

namespace widthlab::schedule {
namespace {

// A multiple of `divisor` near to `value`, at least one, never below nine tenths of it.
int64_t Divisible(double value, int64_t divisor) {
  const int64_t near = static_cast<int64_t>(value + static_cast<double>(divisor) / 2);
  const int64_t rounded = std::max(divisor, near / divisor * divisor);
  return static_cast<double>(rounded) < 0.9 * value ? rounded + divisor : rounded;
}

// Rounded to two decimals, ties to even on the decimal that is nearest.
double Hundredths(double value) { return std::nearbyint(value * 100) / 100; }

// Two entries are the ends of a line.
std::vector<double> OnLine(double first, double last, int64_t layers) {
  std::vector<double> line(static_cast<size_t>(layers));
  for (int64_t l = 0; l < layers; ++l) {
    const double t = layers == 1 ? 0 : static_cast<double>(l) / static_cast<double>(layers - 1);
    line[static_cast<size_t>(l)] = Hundredths(first + (last - first) * t);
  }
  return line;
}

Json ConfigOf(const architecture::Architecture& a) {
  return {{"model_type", "openelm"},
          {"vocab_size", a.vocab_size},
          {"max_context_length", a.max_positions},
          {"num_transformer_layers", a.layers},
          {"model_dim", a.hidden_size},
          {"head_dim", a.head_dim},
          {"num_gqa_groups", a.heads / a.kv_heads},
          {"qkv_multipliers", 1.0},
          {"ffn_dim_divisor", 1},
          {"ffn_with_glu", a.feed_forward == architecture::FeedForward::kGated},
          {"activation_fn_name", "swish"},
          {"normalize_qk_projections", false},
          {"share_input_output_layers", a.tied_embeddings},
          {"rope_freq_constant", a.rope_theta}};
}

}  // namespace

absl::StatusOr<std::vector<ExportedFile>> WriteOpenelm(const ExportSubject& subject) {
  ASSIGN_OR_RETURN(const architecture::Architecture* const model, DenseModel(subject, "openelm"));
  Json config = ConfigOf(*model);
  Json& multipliers = config["ffn_multipliers"] = Json::array();
  for (size_t l = 0; l < subject.ffn_widths.size(); ++l) {
    if (subject.ffn_widths[l] == 0) {
      return InvalidField(absl::StrCat("ffn_widths[", l, "]"), "0",
                          "at least 1: OpenELM has an FFN in every layer");
    }
    multipliers.push_back(static_cast<double>(subject.ffn_widths[l]) /
                          static_cast<double>(model->hidden_size));
  }
  std::vector<ExportedFile> files = {{"config.json", FileText(config)}};
  ASSIGN_OR_RETURN(const ImportedWidths back, ReadOpenelm(files[0].text));
  if (back.ffn_widths != subject.ffn_widths) {
    return InvalidField("ffn_widths", absl::StrCat(subject.ffn_widths.size(), " entries"),
                        "other than two: OpenELM reads two as the ends of a line, rounded to two "
                        "decimals, which gives other widths");
  }
  return files;
}

absl::StatusOr<ImportedWidths> ReadOpenelm(std::string_view text) {
  ASSIGN_OR_RETURN(const Json config, ParseConfig(text));
  ImportedWidths widths;
  ASSIGN_OR_RETURN(widths.hidden_size, WidthAt(config, "model_dim"));
  ASSIGN_OR_RETURN(const int64_t layers, WidthAt(config, "num_transformer_layers"));
  int64_t divisor = 256;
  if (config.contains("ffn_dim_divisor")) {
    ASSIGN_OR_RETURN(divisor, WidthAt(config, "ffn_dim_divisor"));
  }
  if (divisor < 1) return InvalidField("ffn_dim_divisor", absl::StrCat(divisor), "at least 1");
  if (layers < 1 || layers > 10000) {
    return InvalidField("num_transformer_layers", absl::StrCat(layers), "in [1, 10000]");
  }
  std::vector<double> multipliers;
  if (config.contains("ffn_multipliers") && config["ffn_multipliers"].is_number()) {
    multipliers.assign(static_cast<size_t>(layers), config["ffn_multipliers"].get<double>());
  } else {
    ASSIGN_OR_RETURN(const Json list, ListAt(config, "ffn_multipliers"));
    for (const Json& entry : list) {
      if (!entry.is_number()) return InvalidFieldBecause("ffn_multipliers", "not only numbers");
      multipliers.push_back(entry.get<double>());
    }
    if (multipliers.size() == 2) multipliers = OnLine(multipliers[0], multipliers[1], layers);
  }
  if (static_cast<int64_t>(multipliers.size()) != layers) {
    return InvalidField("ffn_multipliers", absl::StrCat(multipliers.size(), " entries"),
                        absl::StrCat("one number, two, or ", layers, ", one a layer"));
  }
  for (double multiplier : multipliers) {
    const double width = multiplier * static_cast<double>(widths.hidden_size);
    if (!(width >= 0 && width <= 1 << 20)) {
      return InvalidField("ffn_multipliers", absl::StrCat(multiplier),
                          "above 0, with widths of at most 1048576");
    }
    widths.ffn_widths.push_back(Divisible(width, divisor));
  }
  return widths;
}

}  // namespace widthlab::schedule
