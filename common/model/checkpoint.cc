#include "common/model/checkpoint.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/architecture/config_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/mapped_file.h"

namespace widthlab::model {
namespace {

constexpr size_t kMaxConfigBytes = 1 << 20;
// Names shown in an error before the rest is only counted.
constexpr size_t kNamesShown = 3;

absl::Status TensorsError(const std::string& file, const char* what,
                          const std::vector<std::string>& names) {
  std::vector<std::string> shown(names.begin(),
                                 names.begin() + std::min(names.size(), kNamesShown));
  std::string text = absl::StrJoin(shown, ", ");
  if (names.size() > kNamesShown) {
    absl::StrAppend(&text, " and ", names.size() - kNamesShown, " more");
  }
  ErrorFacts facts{.reason = "BAD_CHECKPOINT", .field = file};
  facts.metadata["tensor"] = names.front();
  return MakeError(absl::StatusCode::kInvalidArgument, std::move(facts),
                   absl::StrCat(file, ": ", what, " ", text));
}

}  // namespace

absl::Status WriteWeights(const Parameters& parameters, const tensor_io::ByteSink& sink) {
  std::vector<tensor_io::TensorToWrite> tensors;
  for (size_t i = 0; i < parameters.specs().size(); ++i) {
    const ParameterSpec& spec = parameters.specs()[i];
    tensors.push_back(tensor_io::FromSpan(spec.name, spec.shape, parameters.Tensor(i)));
  }
  return tensor_io::WriteSafetensors(std::move(tensors), {{"format", "pt"}}, sink);
}

TensorDifference CompareTensors(const architecture::Architecture& a,
                                const tensor_io::SafetensorsFile& file) {
  TensorDifference difference;
  std::set<std::string, std::less<>> wanted;
  for (const ParameterSpec& spec : ParameterSpecs(a)) {
    wanted.insert(spec.name);
    if (!file.Has(spec.name)) difference.missing.push_back(spec.name);
  }
  for (const auto& [name, tensor] : file.tensors()) {
    if (wanted.count(name) == 0) difference.unexpected.push_back(name);
  }
  return difference;
}

absl::StatusOr<Parameters> ReadWeights(const architecture::Architecture& a,
                                       const tensor_io::SafetensorsFile& file) {
  ASSIGN_OR_RETURN(Parameters parameters, Parameters::Create(a));
  const TensorDifference difference = CompareTensors(a, file);
  if (!difference.missing.empty()) {
    return TensorsError(file.label(), "misses tensor", difference.missing);
  }
  if (!difference.unexpected.empty()) {
    return TensorsError(file.label(), "has unexpected tensor", difference.unexpected);
  }
  for (size_t i = 0; i < parameters.specs().size(); ++i) {
    const ParameterSpec& spec = parameters.specs()[i];
    ASSIGN_OR_RETURN(const tensor_io::TensorView view, file.Tensor(spec.name));
    RETURN_IF_ERROR(view.ExpectShape(spec.shape));
    RETURN_IF_ERROR(view.CopyTo(parameters.Tensor(i)));
  }
  RETURN_IF_ERROR(file.CheckUnchanged());
  return parameters;
}

absl::StatusOr<architecture::Architecture> ReadConfig(const std::string& path) {
  ASSIGN_OR_RETURN(const tensor_io::MappedFile file, tensor_io::MappedFile::Open(path));
  if (file.bytes().size() > kMaxConfigBytes) {
    return InvalidFieldBecause(path, absl::StrCat("is larger than ", kMaxConfigBytes, " bytes"));
  }
  absl::StatusOr<architecture::Architecture> a = architecture::ParseConfigJson(file.bytes());
  if (!a.ok()) return WithContext(a.status(), path);
  return a;
}

absl::StatusOr<Parameters> ReadCheckpoint(const std::string& folder) {
  ASSIGN_OR_RETURN(const architecture::Architecture a,
                   ReadConfig(absl::StrCat(folder, "/", kConfigFile)));
  ASSIGN_OR_RETURN(const tensor_io::SafetensorsFile file,
                   tensor_io::SafetensorsFile::Open(absl::StrCat(folder, "/", kWeightsFile)));
  return ReadWeights(a, file);
}

}  // namespace widthlab::model
