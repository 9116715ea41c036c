// A decoder on disk: model.safetensors (F32) and config.json.
//
//   RETURN_IF_ERROR(WriteWeights(weights, sink));
//   ASSIGN_OR_RETURN(Parameters weights, ReadCheckpoint("/data/run/checkpoint"));
//
// The folder is one that Hugging Face's tools recognise, with our own model_type and a list of FFN
// widths. Weights stored as F16 or BF16 are widened on reading.
#ifndef WIDTHLAB_COMMON_MODEL_CHECKPOINT_H_
#define WIDTHLAB_COMMON_MODEL_CHECKPOINT_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/model/parameters.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/safetensors_writer.h"

namespace widthlab::model {

inline constexpr char kWeightsFile[] = "model.safetensors";
inline constexpr char kConfigFile[] = "config.json";

// The bytes of model.safetensors, piece by piece. Equal weights give equal bytes.
absl::Status WriteWeights(const Parameters& parameters, const tensor_io::ByteSink& sink);

// What a weights file has too little or too much for an architecture.
struct TensorDifference {
  std::vector<std::string> missing;
  std::vector<std::string> unexpected;
};
TensorDifference CompareTensors(const architecture::Architecture& a,
                                const tensor_io::SafetensorsFile& file);

// Weights for `a` out of an open file. Errors: INVALID_ARGUMENT naming the file, and the tensor
// that is missing, unexpected, of another shape or not of a float type.
absl::StatusOr<Parameters> ReadWeights(const architecture::Architecture& a,
                                       const tensor_io::SafetensorsFile& file);

// config.json and model.safetensors of `folder`.
absl::StatusOr<architecture::Architecture> ReadConfig(const std::string& path);
absl::StatusOr<Parameters> ReadCheckpoint(const std::string& folder);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_CHECKPOINT_H_
