#include "services/schedule/core/export/hugging_face.h"

#include <algorithm>

#include "common/architecture/config_json.h"
#include "common/status/macros.h"
#include "services/schedule/core/export/json_keys.h"
#include "services/schedule/core/export/modeling_file.h"

namespace widthlab::schedule {

absl::StatusOr<std::vector<ExportedFile>> WriteHuggingFace(const ExportSubject& subject) {
  ASSIGN_OR_RETURN(const architecture::Architecture* const model,
                   PlainModel(subject, "hugging_face"));
  architecture::Architecture own = *model;
  own.model_type = architecture::Architecture().model_type;  // the modelling file's, not a family's
  ASSIGN_OR_RETURN(Json config, ParseConfig(architecture::FormatConfigJson(own)));
  if (!subject.attention_widths.empty()) config["attention_widths"] = subject.attention_widths;
  config["auto_map"] = {{"AutoConfig", "modeling_widthlab.WidthlabConfig"},
                        {"AutoModelForCausalLM", "modeling_widthlab.WidthlabForCausalLM"}};
  return std::vector<ExportedFile>{{"config.json", FileText(config)},
                                   {"modeling_widthlab.py", std::string(ModelingFile())}};
}

absl::StatusOr<ImportedWidths> ReadHuggingFace(std::string_view text) {
  ASSIGN_OR_RETURN(const Json config, ParseConfig(text));
  ImportedWidths widths;
  ASSIGN_OR_RETURN(widths.hidden_size, WidthOrZero(config, "hidden_size"));
  if (config.contains("residual_widths")) {
    ASSIGN_OR_RETURN(widths.residual_widths, WidthsAt(config, "residual_widths"));
  }
  if (config.contains("attention_widths")) {
    ASSIGN_OR_RETURN(widths.attention_widths, WidthsAt(config, "attention_widths"));
  }
  if (config.contains("ffn_widths") || !config.contains("intermediate_size")) {
    ASSIGN_OR_RETURN(widths.ffn_widths, WidthsAt(config, "ffn_widths"));
  } else if (config["intermediate_size"].is_array()) {
    ASSIGN_OR_RETURN(widths.ffn_widths, WidthsAt(config, "intermediate_size"));
  } else {
    ASSIGN_OR_RETURN(const int64_t width, WidthAt(config, "intermediate_size"));
    ASSIGN_OR_RETURN(const int64_t layers, WidthAt(config, "num_hidden_layers"));
    widths.ffn_widths.assign(static_cast<size_t>(std::min<int64_t>(layers, 10000)), width);
  }
  return widths;
}

}  // namespace widthlab::schedule
