// One layer's diagnostics, and those of all layers at once.
//
//   LayerDiagnosis diagnosis(spec, loss, reader, tokens, pool);
//   ASSIGN_OR_RETURN(v1::LayerDiagnostics layer, diagnosis.OfLayer(3));
//   ASSIGN_OR_RETURN(v1::Diagnostics joint, diagnosis.OfAll());
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_LAYER_DIAGNOSIS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_LAYER_DIAGNOSIS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/model/stream_decoder.h"
#include "common/numeric/thread_pool.h"
#include "services/capture/core/diagnostics/residual_stream.h"
#include "services/capture/core/sensitivity/changed_pass.h"
#include "services/capture/core/sensitivity/estimate_layer.h"
#include "services/capture/core/sensitivity/model_loss.h"
#include "widthlab/capture/v1/diagnostics.pb.h"

namespace widthlab::capture {

// Names of DiagnoseSpec.analyses.
inline constexpr std::string_view kScaling = "scaling";
inline constexpr std::string_view kAdditivity = "additivity";
inline constexpr std::string_view kResidualStream = "residual_stream";

bool Wants(const v1::DiagnoseSpec& spec, std::string_view analysis);

class LayerDiagnosis {
 public:
  // `loss` has kept every layer; all outlive this.
  LayerDiagnosis(const v1::DiagnoseSpec& spec, ModelLoss& loss, const StreamReader& reader,
                 const model::TokenSequences& tokens, int64_t width, numeric::ThreadPool& pool)
      : spec_(spec), loss_(loss), reader_(reader), tokens_(tokens), width_(width), pool_(pool) {}

  // Errors: those of Diagnose.
  absl::StatusOr<v1::LayerDiagnostics> OfLayer(int64_t layer) const;

  // norm_growth_removed, and of each epsilon `joint`.
  absl::StatusOr<v1::Diagnostics> OfAll() const;

 private:
  absl::Status AddScaled(int64_t layer, v1::LayerDiagnostics& result) const;
  absl::StatusOr<v1::LossRise> LevelledRise(int64_t layer) const;
  EstimateParams NoiseOf(int index) const;

  const v1::DiagnoseSpec& spec_;
  ModelLoss& loss_;
  const StreamReader& reader_;
  const model::TokenSequences& tokens_;
  const int64_t width_;
  numeric::ThreadPool& pool_;
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_LAYER_DIAGNOSIS_H_
