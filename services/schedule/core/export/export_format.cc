#include "services/schedule/core/export/export_format.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {

absl::Status CheckOwnDecoder(const architecture::Architecture& model, std::string_view format) {
  architecture::Architecture nameless = model;
  nameless.model_type = architecture::Architecture().model_type;
  nameless.head_dim = model.hidden_size / model.heads;  // formats have a key for it
  if (!architecture::HasTraits(nameless)) return absl::OkStatus();
  return InvalidField("architecture.traits", "given",
                      absl::StrCat("left out: the export to ", std::string(format),
                                   " describes our own decoder, and csv and json any"));
}

absl::StatusOr<const architecture::Architecture*> PlainModel(const ExportSubject& subject,
                                                             std::string_view format) {
  if (!subject.residual_widths.empty()) {
    return InvalidField(
        "residual_widths", "given",
        absl::StrCat("left out: ", std::string(format), " has one residual width for all layers"));
  }
  if (!subject.model.has_value()) {
    return InvalidField("architecture", "left out",
                        absl::StrCat("given: ", std::string(format), " needs the model's shape"));
  }
  if (subject.model->experts > 0) {
    return InvalidField("experts", absl::StrCat(subject.model->experts),
                        absl::StrCat("0: ", std::string(format), " has one FFN a layer"));
  }
  RETURN_IF_ERROR(CheckOwnDecoder(*subject.model, format));
  return &*subject.model;
}

absl::StatusOr<const architecture::Architecture*> DenseModel(const ExportSubject& subject,
                                                             std::string_view format) {
  if (!subject.attention_widths.empty()) {
    return InvalidField(
        "attention_widths", "given",
        absl::StrCat("left out: in ", std::string(format), " heads are as wide as the model's"));
  }
  return PlainModel(subject, format);
}

}  // namespace widthlab::schedule
