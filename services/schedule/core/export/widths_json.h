// Our own JSON: ffn_widths, residual_widths or attention_widths where there are any, and
// hidden_size. The keys are those of a schedule, so that schedule.json is read as well.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_WIDTHS_JSON_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_WIDTHS_JSON_H_

#include "services/schedule/core/export/export_format.h"

namespace widthlab::schedule {

absl::StatusOr<std::vector<ExportedFile>> WriteWidthsJson(const ExportSubject& subject);
absl::StatusOr<ImportedWidths> ReadWidthsJson(std::string_view text);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_WIDTHS_JSON_H_
