// lm-engine: mlp_blocks[i].intermediate_size. Of an hourglass the five fields from which
// residual widths follow: bottleneck_ratio, max_layer (the narrowest layer, counted from 1),
// symmetric_widths, expand_method and quantize_to; reading works them out again.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_LM_ENGINE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_LM_ENGINE_H_

#include "services/schedule/core/export/export_format.h"

namespace widthlab::schedule {

absl::StatusOr<std::vector<ExportedFile>> WriteLmEngine(const ExportSubject& subject);
absl::StatusOr<ImportedWidths> ReadLmEngine(std::string_view text);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_LM_ENGINE_H_
