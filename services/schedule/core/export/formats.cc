#include "services/schedule/core/export/formats.h"

#include "common/status/macros.h"
#include "services/schedule/core/export/block_configs.h"
#include "services/schedule/core/export/csv.h"
#include "services/schedule/core/export/hugging_face.h"
#include "services/schedule/core/export/lm_engine.h"
#include "services/schedule/core/export/openelm.h"
#include "services/schedule/core/export/widths_json.h"
#include "services/schedule/core/model_accounts.h"

namespace widthlab::schedule {
namespace {

constexpr ExportFormat kFormats[] = {
    {"hugging_face", WriteHuggingFace, ReadHuggingFace},
    {"openelm", WriteOpenelm, ReadOpenelm},
    {"decilm", WriteDecilm, ReadBlockConfigs},
    {"nemotron", WriteNemotron, ReadBlockConfigs},
    {"megatron", WriteMegatron, ReadBlockConfigs},
    {"lm_engine", WriteLmEngine, ReadLmEngine},
    {"csv", WriteCsv, ReadCsv},
    {"json", WriteWidthsJson, ReadWidthsJson},
};

int64_t ParametersOf(const ScheduledModel& model) {
  return CountModel(model, /*sequence_length=*/0).accounts.total_parameters();
}

}  // namespace

absl::Span<const ExportFormat> AllFormats() { return kFormats; }

const ExportFormat* FindFormat(std::string_view name) {
  for (const ExportFormat& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

absl::StatusOr<Export> ExportAs(const ExportFormat& format, const ExportSubject& subject) {
  Export out;
  ASSIGN_OR_RETURN(out.files, format.write(subject));
  ASSIGN_OR_RETURN(out.realised, format.read(out.files.front().text));
  if (!subject.model.has_value()) return out;
  ScheduledModel built{.model = *subject.model, .attention_widths = subject.attention_widths};
  const double wanted = static_cast<double>(ParametersOf(built));
  built.model.ffn_widths = out.realised.ffn_widths;
  built.model.residual_widths = out.realised.residual_widths;
  built.attention_widths = out.realised.attention_widths;
  out.parameters = ParametersOf(built);
  out.parameter_drift = (static_cast<double>(out.parameters) - wanted) / wanted;
  return out;
}

}  // namespace widthlab::schedule
