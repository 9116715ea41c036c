// OpenELM: config.json with ffn_multipliers, one for each layer, and ffn_dim_divisor 1, by which
// a width is int(multiplier * model_dim + 1/2). A list of two is always read as the ends of a line
// with entries rounded to two decimals, so that two layers are refused unless that gives the same
// widths. A layer without FFN cannot be said.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_OPENELM_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_OPENELM_H_

#include "services/schedule/core/export/export_format.h"

namespace widthlab::schedule {

absl::StatusOr<std::vector<ExportedFile>> WriteOpenelm(const ExportSubject& subject);
absl::StatusOr<ImportedWidths> ReadOpenelm(std::string_view text);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_OPENELM_H_
