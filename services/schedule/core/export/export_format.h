// What every format of other frameworks does: a schedule to files, and the first file back to the
// widths that the framework will build from it.
//
//   ASSIGN_OR_RETURN(const std::vector<ExportedFile> files, WriteOpenelm(subject));
//   ASSIGN_OR_RETURN(const ImportedWidths realised, ReadOpenelm(files[0].text));
//
// Realised widths are those that the written file reads back as, by the framework's own formula.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_EXPORT_FORMAT_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_EXPORT_FORMAT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "services/schedule/core/families/hourglass.h"

namespace widthlab::schedule {

struct ExportSubject {
  std::vector<int64_t> ffn_widths = {};
  std::vector<int64_t> residual_widths = {};  // empty: the model's own everywhere

  // Of all heads together, the residual stream staying as it is; empty: as wide as the stream. Not
  // beside residual_widths.
  std::vector<int64_t> attention_widths = {};

  // The model with these widths, where it is known.
  std::optional<architecture::Architecture> model = {};

  // What residual_widths were made from, where it is known.
  std::optional<Hourglass> hourglass = {};
};

struct ExportedFile {
  std::string name;
  std::string text;
};

struct ImportedWidths {
  std::vector<int64_t> ffn_widths;
  std::vector<int64_t> residual_widths = {};
  std::vector<int64_t> attention_widths = {};
  int64_t hidden_size = 0;  // 0 where the file does not say
};

struct ExportFormat {
  std::string_view name;
  // INVALID_ARGUMENT naming what the format cannot say or needs to know.
  absl::StatusOr<std::vector<ExportedFile>> (*write)(const ExportSubject& subject);
  // INVALID_ARGUMENT naming the key that is missing or makes no sense.
  absl::StatusOr<ImportedWidths> (*read)(std::string_view text);
};

// INVALID_ARGUMENT naming `architecture.traits` where the model has parts that our own decoder has
// not (biases, other norms or activations, windows): no configuration that is written says them.
// The family's name and the width of a head are no such parts.
absl::Status CheckOwnDecoder(const architecture::Architecture& model, std::string_view format);

// The model, where the residual stream has one width and FFNs are dense. INVALID_ARGUMENT naming
// `architecture` where it is unknown, `residual_widths`, `experts` or `architecture.traits` where
// there are any.
absl::StatusOr<const architecture::Architecture*> PlainModel(const ExportSubject& subject,
                                                             std::string_view format);

// The same where FFN widths alone are to be said: INVALID_ARGUMENT naming `attention_widths` too.
absl::StatusOr<const architecture::Architecture*> DenseModel(const ExportSubject& subject,
                                                             std::string_view format);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_EXPORT_FORMAT_H_
