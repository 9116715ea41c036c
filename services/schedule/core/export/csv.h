// A table: a line for each layer, layer,ffn_width, and residual_width or attention_width where
// there are any.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_CSV_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_CSV_H_

#include "services/schedule/core/export/export_format.h"

namespace widthlab::schedule {

absl::StatusOr<std::vector<ExportedFile>> WriteCsv(const ExportSubject& subject);
absl::StatusOr<ImportedWidths> ReadCsv(std::string_view text);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_CSV_H_
