// A GGUF file, checked on opening and read in place.
//
//   ASSIGN_OR_RETURN(GgufFile file, GgufFile::Open("model.gguf"));
//   ASSIGN_OR_RETURN(const int64_t layers, file.Integer("llama.block_count"));
//   file.Find("tokenizer.ggml.tokens")->Texts();
//
// Movable; values and bytes stay valid until the object they came from is destroyed, also when it
// moves. Reading from several threads is fine.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_GGUF_FILE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_GGUF_FILE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/tensor_io/gguf_header.h"
#include "common/tensor_io/mapped_file.h"

namespace widthlab::tensor_io {

class GgufFile {
 public:
  // Errors: those of MappedFile::Open and of ParseGgufHeader.
  static absl::StatusOr<GgufFile> Open(const std::string& path);

  // The same for bytes in memory; `label` names them in errors.
  static absl::StatusOr<GgufFile> FromBytes(std::string bytes, std::string label);

  // By name.
  const std::map<std::string, GgufTensor, std::less<>>& tensors() const {
    return contents_->header.tensors;
  }
  const std::map<std::string, GgufValue, std::less<>>& metadata() const {
    return contents_->header.metadata;
  }
  const std::string& label() const { return contents_->label; }
  // Of MappedFile; always OK for bytes in memory.
  absl::Status CheckUnchanged() const { return contents_->mapped.CheckUnchanged(); }
  // As stored.
  std::string_view BytesOf(const GgufTensor& tensor) const;

  // The value, or nullptr.
  const GgufValue* Find(std::string_view key) const;

  // A value that must be there. INVALID_ARGUMENT BAD_GGUF, rule `metadata`, names the key where it
  // is missing or of another kind.
  absl::StatusOr<int64_t> Integer(std::string_view key) const;
  absl::StatusOr<double> Number(std::string_view key) const;
  absl::StatusOr<std::string_view> Text(std::string_view key) const;
  // One that may be missing, but not of another kind.
  absl::StatusOr<int64_t> Integer(std::string_view key, int64_t otherwise) const;
  absl::StatusOr<double> Number(std::string_view key, double otherwise) const;
  absl::StatusOr<bool> Bool(std::string_view key, bool otherwise) const;

 private:
  struct Contents {
    std::string label;
    MappedFile mapped;
    std::string owned;
    std::string_view bytes;
    GgufHeader header;
  };

  static absl::StatusOr<GgufFile> Parse(std::unique_ptr<Contents> contents);
  explicit GgufFile(std::unique_ptr<const Contents> contents) : contents_(std::move(contents)) {}

  absl::Status Missing(std::string_view key, std::string_view wanted) const;

  std::unique_ptr<const Contents> contents_;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_GGUF_FILE_H_
