// Writes tensors as safetensors bytes that depend on nothing but names, types, shapes and values.
//
//   std::vector<TensorToWrite> tensors;
//   tensors.push_back(FromSpan("ffn_in.0", {n, d}, absl::MakeConstSpan(x)));
//   RETURN_IF_ERROR(WriteSafetensors(std::move(tensors), {{"format", "widthlab"}}, sink));
//
// The order is fixed: elements of 8 bytes first, then 4, 2, 1, and by name within these, so that
// every tensor lies at a multiple of its element's size. The header is padded with spaces to a
// multiple of 8. Values stream from their sources to the sink: nothing is copied as a whole.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_WRITER_H_
#define WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_WRITER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "common/tensor_io/dtype.h"

namespace widthlab::tensor_io {

// Takes the next bytes of the file. An error stops the writing and is returned.
using ByteSink = std::function<absl::Status(std::string_view)>;

// A tensor to write. `write` is called once, after all that come before it in the file, and hands
// over exactly the bytes that type and shape need, in as many pieces as it likes.
struct TensorToWrite {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> shape;
  std::function<absl::Status(const ByteSink&)> write;
};

// A source over memory that outlives the writing.
TensorToWrite FromBytes(std::string name, DType dtype, std::vector<int64_t> shape,
                        std::string_view bytes);

template <typename T>
TensorToWrite FromSpan(std::string name, std::vector<int64_t> shape, absl::Span<const T> values) {
  return FromBytes(std::move(name), DTypeOf<T>::value, std::move(shape),
                   {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
}

// Errors: INVALID_ARGUMENT for a name used twice or reserved, a negative dimension, a size that
// overflows, or a source that hands over another number of bytes; else what the sink returned.
absl::Status WriteSafetensors(std::vector<TensorToWrite> tensors,
                              const std::map<std::string, std::string>& metadata,
                              const ByteSink& sink);

// The same into a string or a file (replaced if it exists; synced; not atomic).
absl::Status WriteSafetensorsTo(std::vector<TensorToWrite> tensors,
                                const std::map<std::string, std::string>& metadata,
                                std::string& out);
absl::Status WriteSafetensorsFile(std::vector<TensorToWrite> tensors,
                                  const std::map<std::string, std::string>& metadata,
                                  const std::string& path);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_WRITER_H_
