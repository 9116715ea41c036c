#include "services/capture/core/inspect_model.h"

#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/model/checkpoint.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/model_tokenizer.h"

namespace widthlab::capture {
namespace {

// A configuration that is no JSON is damaged; one of a model that we do not know is not.
absl::Status ConfigError(const absl::Status& status) {
  const auto facts = FactsOf(status);
  if (facts.has_value() && absl::EndsWith(facts->field, model::kConfigFile)) {
    return CorruptFile(model::kConfigFile, std::string(status.message()));
  }
  return status;
}

absl::Status WeightsError(const absl::Status& status, const std::string& label) {
  if (status.code() != absl::StatusCode::kInvalidArgument) return status;
  return CorruptFile(label, std::string(status.message()));
}

}  // namespace

absl::StatusOr<ModelFacts> InspectFiles(const model::ModelFiles& files) {
  const absl::StatusOr<architecture::Architecture> a = model::ReadArchitecture(files);
  if (!a.ok()) return ConfigError(a.status());
  const absl::StatusOr<std::unique_ptr<tensor_io::TensorSource>> source = model::OpenWeights(files);
  if (!source.ok()) return WeightsError(source.status(), files.label);
  ModelFacts facts;
  facts.architecture = *a;
  facts.tensors = static_cast<int64_t>((*source)->tensors().size());
  for (const auto& [name, tensor] : (*source)->tensors()) {
    facts.weight_bytes += static_cast<int64_t>(tensor.stored_bytes);
    facts.dtype = facts.dtype.empty() || facts.dtype == tensor.type ? tensor.type : "mixed";
  }
  facts.difference = model::CompareSource(*a, **source);
  // A tokenizer that cannot be read is not known; asking for ids says why.
  const auto tokenizer = tokenizer::ModelTokenizer(files, *a);
  if (tokenizer.ok()) facts.tokenizer = std::string((*tokenizer)->name());
  return facts;
}

absl::StatusOr<ModelFacts> InspectFolder(const std::string& folder) {
  ASSIGN_OR_RETURN(const model::ModelFiles files, model::FindModelFiles(folder));
  return InspectFiles(files);
}

absl::StatusOr<ModelFacts> InspectStored(artifact::ArtifactStore& store, std::string_view id) {
  ASSIGN_OR_RETURN(const model::ModelFiles files, model::StoredModelFiles(store, id));
  return InspectFiles(files);
}

}  // namespace widthlab::capture
