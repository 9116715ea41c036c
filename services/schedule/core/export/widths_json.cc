#include "services/schedule/core/export/widths_json.h"

#include "common/status/macros.h"
#include "services/schedule/core/export/json_keys.h"

namespace widthlab::schedule {

absl::StatusOr<std::vector<ExportedFile>> WriteWidthsJson(const ExportSubject& subject) {
  Json object = Json::object();
  if (subject.model.has_value()) object["hidden_size"] = subject.model->hidden_size;
  object["ffn_widths"] = subject.ffn_widths;
  if (!subject.residual_widths.empty()) object["residual_widths"] = subject.residual_widths;
  if (!subject.attention_widths.empty()) object["attention_widths"] = subject.attention_widths;
  if (subject.model.has_value() && subject.model->experts > 0) {
    object["experts"] = subject.model->experts;
    object["experts_per_token"] = subject.model->experts_per_token;
  }
  return std::vector<ExportedFile>{{"schedule.json", FileText(object)}};
}

absl::StatusOr<ImportedWidths> ReadWidthsJson(std::string_view text) {
  ASSIGN_OR_RETURN(const Json object, ParseConfig(text));
  ImportedWidths widths;
  ASSIGN_OR_RETURN(widths.ffn_widths, WidthsAt(object, "ffn_widths"));
  if (object.contains("residual_widths") && !object["residual_widths"].empty()) {
    ASSIGN_OR_RETURN(widths.residual_widths, WidthsAt(object, "residual_widths"));
  }
  if (object.contains("attention_widths") && !object["attention_widths"].empty()) {
    ASSIGN_OR_RETURN(widths.attention_widths, WidthsAt(object, "attention_widths"));
  }
  const bool schedule = object.contains("architecture") && object["architecture"].is_object();
  ASSIGN_OR_RETURN(widths.hidden_size,
                   WidthOrZero(schedule ? object["architecture"] : object, "hidden_size"));
  return widths;
}

}  // namespace widthlab::schedule
