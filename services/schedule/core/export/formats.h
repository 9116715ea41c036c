// All formats, in the order in which lists show them.
//
//   ASSIGN_OR_RETURN(const Export out, ExportAs(*FindFormat("openelm"), subject));
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_FORMATS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_FORMATS_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "services/schedule/core/export/export_format.h"

namespace widthlab::schedule {

absl::Span<const ExportFormat> AllFormats();

// Null for an unknown name.
const ExportFormat* FindFormat(std::string_view name);

struct Export {
  std::vector<ExportedFile> files;
  ImportedWidths realised;

  // Of the model with the realised widths, and how far those are from the schedule's, as a share of
  // these. 0 where the model is unknown.
  int64_t parameters = 0;
  double parameter_drift = 0;
};

// Writes, and reads back what was written.
absl::StatusOr<Export> ExportAs(const ExportFormat& format, const ExportSubject& subject);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_FORMATS_H_
