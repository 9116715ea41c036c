// A safetensors file, checked on opening and read in place.
//
//   ASSIGN_OR_RETURN(SafetensorsFile file, SafetensorsFile::Open("model.safetensors"));
//   ASSIGN_OR_RETURN(TensorView weight, file.Tensor("model.norm.weight"));
//   RETURN_IF_ERROR(weight.ExpectShape({256}));
//
// Opening reads the header and enforces every rule of safetensors_header.h; the payload is mapped
// and read when touched. Movable; views stay valid until the object they came from is destroyed,
// also when it moves. Reading from several threads is fine.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_FILE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_FILE_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tensor_io/safetensors_header.h"
#include "common/tensor_io/tensor_view.h"

namespace widthlab::tensor_io {

class SafetensorsFile {
 public:
  // Errors: those of MappedFile::Open and of ParseSafetensorsHeader.
  static absl::StatusOr<SafetensorsFile> Open(const std::string& path);

  // The same for bytes in memory; `label` names them in errors.
  static absl::StatusOr<SafetensorsFile> FromBytes(std::string bytes, std::string label);

  // By name.
  const std::map<std::string, TensorInfo, std::less<>>& tensors() const;
  const std::map<std::string, std::string>& metadata() const;
  bool Has(std::string_view name) const;
  // The path, or the label given.
  const std::string& label() const;

  // Of MappedFile; always OK for bytes in memory.
  absl::Status CheckUnchanged() const { return contents_->mapped.CheckUnchanged(); }

  // Error: NOT_FOUND, reason TENSOR_NOT_FOUND, metadata file and tensor.
  absl::StatusOr<TensorView> Tensor(std::string_view name) const;

 private:
  struct Contents {
    std::string label;
    MappedFile mapped;
    std::string owned;
    std::string_view bytes;
    SafetensorsHeader header;
  };

  static absl::StatusOr<SafetensorsFile> Parse(std::unique_ptr<Contents> contents);

  explicit SafetensorsFile(std::unique_ptr<const Contents> contents);

  std::unique_ptr<const Contents> contents_;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_FILE_H_
