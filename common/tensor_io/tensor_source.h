// The weights of a checkpoint on disk, whatever its format, read tensor by tensor or in parts.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<TensorSource> source, OpenSafetensorsFolder("/models/llama"));
//   const SourceTensor* gate = source->Find("model.layers.0.mlp.gate_proj.weight");  // [w, d]
//   source->Prefetch("model.layers.1.mlp.gate_proj.weight");
//   RETURN_IF_ERROR(source->Read(gate->name, absl::MakeSpan(floats)));               // w * d of
//   them RETURN_IF_ERROR(source->ReadRows(gate->name, /*first_row=*/8, absl::MakeSpan(row)));
//
// Names are Hugging Face's and matrices lie as Hugging Face stores them, also where the file has
// others. Nothing is kept in memory beside the list of tensors: a file is mapped, and a read gives
// the pages it went through back, apart from short ones (a row of the embedding), whose pages stay
// until Release. So a model of any size is read in the memory of the caller's buffers.
//
// All methods may be called from several threads at once.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TENSOR_SOURCE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TENSOR_SOURCE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace widthlab::tensor_io {

// What a source says of a tensor before anything is read.
struct SourceTensor {
  std::string name;
  // Row-major; empty for a scalar.
  std::vector<int64_t> shape;
  // As stored: "F32", "BF16", "Q4_K", ...
  std::string type;
  uint64_t stored_bytes = 0;

  int64_t element_count() const;
  // Elements of one row, where a row is an index of the first dimension; 1 for a vector or scalar.
  int64_t row_size() const;
};

class TensorSource {
 public:
  virtual ~TensorSource() = default;

  // By name.
  const std::map<std::string, SourceTensor, std::less<>>& tensors() const { return tensors_; }
  // The tensor, or nullptr.
  const SourceTensor* Find(std::string_view name) const;
  // What errors call the checkpoint: the path of its folder or file.
  const std::string& label() const { return label_; }

  // The whole tensor; `out` has its element_count(). As float32, or as the bits of bfloat16
  // (rounded to nearest, ties to even, where the stored type is wider). Errors: NOT_FOUND
  // TENSOR_NOT_FOUND; INVALID_ARGUMENT naming file and tensor where `out` has another size or the
  // stored type is not one of floats.
  absl::Status Read(std::string_view name, absl::Span<float> out) const;
  absl::Status Read(std::string_view name, absl::Span<uint16_t> out) const;

  // Rows from `first_row` on, as many as fill `out`, whose size is a multiple of row_size().
  absl::Status ReadRows(std::string_view name, int64_t first_row, absl::Span<float> out) const;
  absl::Status ReadRows(std::string_view name, int64_t first_row, absl::Span<uint16_t> out) const;

  // The tensor's bytes in place, where they are stored in row-major order as plain `type` ("F32",
  // "F16", "BF16") at a multiple of its size; else empty. Valid as long as the source. Reading them
  // makes their pages resident until Release.
  virtual std::string_view Mapped(std::string_view name, std::string_view type) const = 0;

  // Reads the tensor's pages in the background, so that Read does not wait for the disk.
  virtual void Prefetch(std::string_view name) const = 0;
  // Gives the tensor's resident pages back. Nothing becomes invalid.
  virtual void Release(std::string_view name) const = 0;

  // FAILED_PRECONDITION FILE_CHANGED names a file that is not as it was on opening: what was read
  // or mapped since then may be anything. To be asked before a result is used; costs a look at
  // each file's size and time.
  virtual absl::Status CheckUnchanged() const = 0;

 protected:
  explicit TensorSource(std::string label) : label_(std::move(label)) {}

  // To be called while the source is made. False where the name is taken.
  bool AddTensor(SourceTensor tensor);

  // Elements [begin, begin + out.size()) of the tensor, which exist.
  virtual absl::Status ReadElements(const SourceTensor& tensor, int64_t begin,
                                    absl::Span<float> out) const = 0;
  // The same as bfloat16. This one goes through ReadElements.
  virtual absl::Status ReadBFloat16Elements(const SourceTensor& tensor, int64_t begin,
                                            absl::Span<uint16_t> out) const;

 private:
  absl::Status Fill(const SourceTensor& tensor, int64_t begin, absl::Span<float> out) const {
    return ReadElements(tensor, begin, out);
  }
  absl::Status Fill(const SourceTensor& tensor, int64_t begin, absl::Span<uint16_t> out) const {
    return ReadBFloat16Elements(tensor, begin, out);
  }
  template <typename T>
  absl::Status ReadWhole(std::string_view name, absl::Span<T> out) const;
  template <typename T>
  absl::Status ReadSome(std::string_view name, int64_t first_row, absl::Span<T> out) const;
  absl::StatusOr<const SourceTensor*> Get(std::string_view name) const;

  std::string label_;
  std::map<std::string, SourceTensor, std::less<>> tensors_;
};

// Where a file of a checkpoint really is: given a path, the path to open or an error. A server
// refuses what leaves its import roots here; the default opens what it is told.
using PathResolver = std::function<absl::StatusOr<std::string>(const std::string& path)>;

// Reads longer than this give their pages back.
inline constexpr uint64_t kReleaseAboveBytes = 1 << 20;

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TENSOR_SOURCE_H_
