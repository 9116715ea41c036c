#include "common/tensor_io/safetensors_file.h"

#include <utility>

#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::tensor_io {

absl::StatusOr<SafetensorsFile> SafetensorsFile::Open(const std::string& path) {
  auto contents = std::make_unique<Contents>();
  contents->label = path;
  ASSIGN_OR_RETURN(contents->mapped, MappedFile::Open(path));
  contents->bytes = contents->mapped.bytes();
  return Parse(std::move(contents));
}

absl::StatusOr<SafetensorsFile> SafetensorsFile::FromBytes(std::string bytes, std::string label) {
  auto contents = std::make_unique<Contents>();
  contents->label = std::move(label);
  contents->owned = std::move(bytes);
  contents->bytes = contents->owned;
  return Parse(std::move(contents));
}

absl::StatusOr<SafetensorsFile> SafetensorsFile::Parse(std::unique_ptr<Contents> contents) {
  ASSIGN_OR_RETURN(contents->header, ParseSafetensorsHeader(contents->bytes, contents->label));
  return SafetensorsFile(std::move(contents));
}

SafetensorsFile::SafetensorsFile(std::unique_ptr<const Contents> contents)
    : contents_(std::move(contents)) {}

const std::map<std::string, TensorInfo, std::less<>>& SafetensorsFile::tensors() const {
  return contents_->header.tensors;
}

const std::map<std::string, std::string>& SafetensorsFile::metadata() const {
  return contents_->header.metadata;
}

bool SafetensorsFile::Has(std::string_view name) const {
  return tensors().find(name) != tensors().end();
}

const std::string& SafetensorsFile::label() const { return contents_->label; }

absl::StatusOr<TensorView> SafetensorsFile::Tensor(std::string_view name) const {
  const auto found = tensors().find(name);
  if (found == tensors().end()) {
    ErrorFacts facts{.reason = "TENSOR_NOT_FOUND", .field = label()};
    facts.metadata["tensor"] = std::string(name);
    return MakeError(absl::StatusCode::kNotFound, std::move(facts),
                     label() + ": has no tensor " + std::string(name));
  }
  const TensorInfo& info = found->second;
  return TensorView{.info = &info,
                    .bytes = contents_->bytes.substr(contents_->header.payload_begin + info.begin,
                                                     info.end - info.begin),
                    .label = contents_->label};
}

}  // namespace widthlab::tensor_io
