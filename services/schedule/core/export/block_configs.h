// The three dialects of a list of blocks, one for each layer, in a Hugging Face config:
//
//   decilm    block_configs[i].ffn.ffn_mult m: the width is int(2 m h / 3) rounded up to a multiple
//             of 256, so that other widths drift
//   nemotron  block_configs[i].ffn.intermediate_size, exact
//   megatron  block_configs[i].mlp.ffn_hidden_size, exact (its heterogeneous layers config)
//
// A layer without FFN is a no_op. Reading understands all of them.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_BLOCK_CONFIGS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_BLOCK_CONFIGS_H_

#include "services/schedule/core/export/export_format.h"

namespace widthlab::schedule {

absl::StatusOr<std::vector<ExportedFile>> WriteDecilm(const ExportSubject& subject);
absl::StatusOr<std::vector<ExportedFile>> WriteNemotron(const ExportSubject& subject);
absl::StatusOr<std::vector<ExportedFile>> WriteMegatron(const ExportSubject& subject);
absl::StatusOr<ImportedWidths> ReadBlockConfigs(std::string_view text);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_BLOCK_CONFIGS_H_
