// The sensitivity of a model, from weights and documents to the message that schedules read.
//
//   ASSIGN_OR_RETURN(v1::Sensitivity sensitivity,
//                    MeasureSensitivity(spec, inputs, finished, pool, progress, cancel));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_MEASURE_SENSITIVITY_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_MEASURE_SENSITIVITY_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/job/cancel_token.h"
#include "common/job/finished_parts.h"
#include "common/job/progress_sink.h"
#include "common/model/compute_device.h"
#include "common/numeric/thread_pool.h"
#include "common/tensor_io/tensor_source.h"
#include "services/capture/core/documents.h"
#include "widthlab/capture/v1/sensitivity.pb.h"

namespace widthlab::capture {

struct SensitivityInputs {
  architecture::Architecture architecture = {};
  std::shared_ptr<const tensor_io::TensorSource> weights = {};
  const Documents* documents = nullptr;  // must outlive the measurement
  std::string folder = {};               // for states; empty: memory
  model::ComputeDevice device = {};
};

// `spec` is resolved. Layers found in `finished` are not measured again, and those that are go
// there. Errors: those of ChooseSequences, StreamDecoder, ModelLoss and EstimateLayer.
absl::StatusOr<v1::Sensitivity> MeasureSensitivity(const v1::SensitivitySpec& spec,
                                                   const SensitivityInputs& inputs,
                                                   const job::FinishedParts& finished,
                                                   numeric::ThreadPool& pool,
                                                   job::ProgressSink& progress,
                                                   const job::CancelToken& cancel);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_MEASURE_SENSITIVITY_H_
