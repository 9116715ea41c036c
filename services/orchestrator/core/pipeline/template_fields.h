// Errors about the steps of a template, in the template's own words.
//
//   AboutTemplate(status, {{"train.text", "text"}, {"schedule.", ""}});
//   // field "steps[4].schedule.floor" becomes "floor"
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_TEMPLATE_FIELDS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_TEMPLATE_FIELDS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace widthlab::pipeline {

// Beginnings of a field of a step, kind first, and of the template's field that says the same.
struct TemplateField {
  const char* step;
  const char* in_template;
};

// The first of `fields` that fits counts; a field that none fits loses "steps[N]." alone.
absl::Status AboutTemplate(const absl::Status& status, absl::Span<const TemplateField> fields);

// A field that the template writes itself was given: says that `from` is what to set.
absl::Status FilledIn(const std::string& field, const std::string& from);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_TEMPLATE_FIELDS_H_
