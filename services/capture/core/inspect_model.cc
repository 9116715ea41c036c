#include "services/capture/core/inspect_model.h"

#include "absl/strings/str_cat.h"
#include "common/model/stored_model.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tokenizer/byte_tokenizer.h"

namespace widthlab::capture {
namespace {

// A configuration that is no JSON is damaged; one of a model that we do not know is not.
absl::Status ConfigError(const absl::Status& status) {
  const auto facts = FactsOf(status);
  if (facts.has_value() && facts->field == model::kConfigFile) {
    return CorruptFile(model::kConfigFile, std::string(status.message()));
  }
  return status;
}

absl::Status WeightsError(const absl::Status& status) {
  if (status.code() != absl::StatusCode::kInvalidArgument) return status;
  return CorruptFile(model::kWeightsFile, std::string(status.message()));
}

absl::StatusOr<ModelFacts> Inspect(const absl::StatusOr<architecture::Architecture>& a,
                                   const std::string& weights_path) {
  if (!a.ok()) return ConfigError(a.status());
  const absl::StatusOr<tensor_io::SafetensorsFile> file =
      tensor_io::SafetensorsFile::Open(weights_path);
  if (!file.ok()) return WeightsError(file.status());
  ModelFacts facts;
  facts.architecture = *a;
  facts.tensors = static_cast<int64_t>(file->tensors().size());
  for (const auto& [name, tensor] : file->tensors()) {
    facts.weight_bytes += static_cast<int64_t>(tensor.end - tensor.begin);
    const std::string dtype(tensor_io::DTypeName(tensor.dtype));
    facts.dtype = facts.dtype.empty() || facts.dtype == dtype ? dtype : "mixed";
  }
  facts.difference = model::CompareTensors(*a, *file);
  if (a->model_type == "widthlab" && a->vocab_size == tokenizer::kByteVocabularySize) {
    facts.tokenizer = tokenizer::kByteTokenizerName;
  }
  return facts;
}

}  // namespace

absl::StatusOr<ModelFacts> InspectFolder(const std::string& folder) {
  return Inspect(model::ReadConfig(absl::StrCat(folder, "/", model::kConfigFile)),
                 absl::StrCat(folder, "/", model::kWeightsFile));
}

absl::StatusOr<ModelFacts> InspectStored(artifact::ArtifactStore& store, std::string_view id) {
  ASSIGN_OR_RETURN(const std::string path, model::StoredWeightsPath(store, id));
  return Inspect(model::StoredArchitecture(store, id), path);
}

}  // namespace widthlab::capture
