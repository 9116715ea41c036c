// Hugging Face: config.json with the list ffn_widths (and attention_widths, where heads differ in
// width), and modeling_widthlab.py, which builds a Llama with blocks of its own width in every
// layer. A config of theirs is read too: intermediate_size is one number there, or a list.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_HUGGING_FACE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_HUGGING_FACE_H_

#include "services/schedule/core/export/export_format.h"

namespace widthlab::schedule {

absl::StatusOr<std::vector<ExportedFile>> WriteHuggingFace(const ExportSubject& subject);
absl::StatusOr<ImportedWidths> ReadHuggingFace(std::string_view text);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_HUGGING_FACE_H_
