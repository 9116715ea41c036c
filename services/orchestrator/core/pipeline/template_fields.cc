#include "services/orchestrator/core/pipeline/template_fields.h"

#include <optional>
#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"

namespace widthlab::pipeline {
namespace {

std::string FieldInTemplate(const std::string& field, absl::Span<const TemplateField> fields) {
  const size_t dot = field.find("].");
  if (!absl::StartsWith(field, "steps[") || dot == std::string::npos) return field;
  const std::string step_field = field.substr(dot + 2);
  for (const TemplateField& known : fields) {
    if (!absl::StartsWith(step_field, known.step)) continue;
    return absl::StrCat(known.in_template, step_field.substr(std::string_view(known.step).size()));
  }
  return step_field;
}

}  // namespace

absl::Status AboutTemplate(const absl::Status& status, absl::Span<const TemplateField> fields) {
  std::optional<ErrorFacts> facts = FactsOf(status);
  if (status.ok() || !facts.has_value()) return status;
  facts->field = FieldInTemplate(facts->field, fields);
  return MakeError(status.code(), *facts, std::string(status.message()));
}

absl::Status FilledIn(const std::string& field, const std::string& from) {
  return InvalidFieldBecause(field,
                             absl::StrCat(field, " is filled in by the template; set ", from));
}

}  // namespace widthlab::pipeline
