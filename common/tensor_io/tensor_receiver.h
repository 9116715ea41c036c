// A tensor that arrives in pieces, from somebody who is not trusted.
//
//   TensorReceiver x("x", /*rank=*/2, [&](int64_t bytes) { return Reserve(bytes); });
//   RETURN_IF_ERROR(x.Add(chunk));          // for every piece, the first with the header
//   RETURN_IF_ERROR(x.Finish());            // all bytes have come
//   x.shape();                              // {n, d}
//   x.elements<float>();                    // if x.data_type() is DATA_TYPE_FLOAT32
//
// The header is checked and `admit` asked before anything is allocated, and memory is touched only
// as bytes arrive: a header alone costs nothing.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TENSOR_RECEIVER_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TENSOR_RECEIVER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "widthlab/tensor/v1/tensor.pb.h"

namespace widthlab::tensor_io {

// Most data in one piece.
inline constexpr int64_t kMaxChunkBytes = 512 * 1024;

class TensorReceiver {
 public:
  // `name` is what errors call the tensor; its shape must have `rank` sizes. `admit` is asked once,
  // for the bytes of all elements; its error is returned by Add.
  TensorReceiver(std::string name, int rank, std::function<absl::Status(int64_t bytes)> admit);

  // INVALID_ARGUMENT names the tensor: a first piece without a header, a second header, an unknown
  // type, a wrong rank, a negative size, more elements than 63 bits count, more data than the
  // header announced or than a piece may have.
  absl::Status Add(const tensor::v1::TensorChunk& chunk);

  // INVALID_ARGUMENT unless exactly the announced bytes have come.
  absl::Status Finish() const;

  // True from the header on.
  bool begun() const { return begun_; }

  tensor::v1::DataType data_type() const { return data_type_; }
  const std::vector<int64_t>& shape() const { return shape_; }

  // In C order; T is float or double, as data_type() says.
  template <typename T>
  const T* elements() const {
    return reinterpret_cast<const T*>(data_.get());
  }

 private:
  absl::Status Begin(const tensor::v1::TensorHeader& header);

  std::string name_;
  int rank_;
  std::function<absl::Status(int64_t)> admit_;
  bool begun_ = false;
  tensor::v1::DataType data_type_ = tensor::v1::DATA_TYPE_UNSPECIFIED;
  std::vector<int64_t> shape_;
  int64_t bytes_ = 0;
  int64_t received_ = 0;
  std::unique_ptr<std::byte[]> data_;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TENSOR_RECEIVER_H_
