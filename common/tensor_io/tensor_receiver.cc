#include "common/tensor_io/tensor_receiver.h"

#include <cstring>
#include <new>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::tensor_io {
namespace {

using tensor::v1::TensorHeader;

// 0 for a type that is not known.
int64_t ElementSize(tensor::v1::DataType type) {
  switch (type) {
    case tensor::v1::DATA_TYPE_FLOAT32:
      return sizeof(float);
    case tensor::v1::DATA_TYPE_FLOAT64:
      return sizeof(double);
    default:
      return 0;
  }
}

std::string ShapeText(const TensorHeader& header) {
  return absl::StrCat("[", absl::StrJoin(header.shape(), ", "), "]");
}

// Bytes of all elements.
absl::StatusOr<int64_t> SizeOf(const std::string& name, int rank, const TensorHeader& header) {
  int64_t bytes = ElementSize(header.data_type());
  if (bytes == 0) {
    return InvalidField(absl::StrCat(name, ".header.data_type"),
                        absl::StrCat(static_cast<int>(header.data_type())),
                        "DATA_TYPE_FLOAT32 or DATA_TYPE_FLOAT64");
  }
  const std::string field = absl::StrCat(name, ".header.shape");
  if (header.shape_size() != rank) {
    return InvalidField(field, ShapeText(header), absl::StrCat("a list of ", rank, " sizes"));
  }
  bool empty = false;
  for (const int64_t size : header.shape()) {
    if (size < 0) return InvalidField(field, ShapeText(header), "sizes of at least 0");
    empty = empty || size == 0;
  }
  if (empty) return 0;
  for (const int64_t size : header.shape()) {
    if (__builtin_mul_overflow(bytes, size, &bytes)) {
      return InvalidField(field, ShapeText(header), "a shape whose bytes fit in 63 bits");
    }
  }
  return bytes;
}

}  // namespace

TensorReceiver::TensorReceiver(std::string name, int rank,
                               std::function<absl::Status(int64_t bytes)> admit)
    : name_(std::move(name)), rank_(rank), admit_(std::move(admit)) {}

absl::Status TensorReceiver::Begin(const TensorHeader& header) {
  ASSIGN_OR_RETURN(bytes_, SizeOf(name_, rank_, header));
  RETURN_IF_ERROR(admit_(bytes_));
  // Not initialised, so that no page is touched before its bytes are here.
  data_.reset(new (std::nothrow) std::byte[static_cast<size_t>(bytes_)]);
  if (data_ == nullptr) {
    return MakeError(absl::StatusCode::kResourceExhausted,
                     {.reason = "OUT_OF_MEMORY", .field = name_},
                     absl::StrCat(name_, ": no memory for ", bytes_, " bytes"));
  }
  data_type_ = header.data_type();
  shape_.assign(header.shape().begin(), header.shape().end());
  begun_ = true;
  return absl::OkStatus();
}

absl::Status TensorReceiver::Add(const tensor::v1::TensorChunk& chunk) {
  if (chunk.has_header() == begun_) {
    return InvalidFieldBecause(
        absl::StrCat(name_, ".header"),
        begun_ ? "may be in the first piece only" : "must be in the first piece");
  }
  if (!begun_) RETURN_IF_ERROR(Begin(chunk.header()));
  const auto size = static_cast<int64_t>(chunk.data().size());
  const std::string field = absl::StrCat(name_, ".data");
  if (size > kMaxChunkBytes) {
    return InvalidField(field, absl::StrCat("a piece of ", size, " bytes"),
                        absl::StrCat("at most ", kMaxChunkBytes));
  }
  if (size > bytes_ - received_) {
    return InvalidField(field, absl::StrCat("at least ", received_ + size, " bytes"),
                        absl::StrCat("the ", bytes_, " bytes that the header announced"));
  }
  if (size > 0) std::memcpy(data_.get() + received_, chunk.data().data(), chunk.data().size());
  received_ += size;
  return absl::OkStatus();
}

absl::Status TensorReceiver::Finish() const {
  if (!begun_) {
    return InvalidField(name_, "missing", "a tensor: a header and the bytes of its elements");
  }
  if (received_ == bytes_) return absl::OkStatus();
  return InvalidField(absl::StrCat(name_, ".data"), absl::StrCat(received_, " bytes"),
                      absl::StrCat("the ", bytes_, " bytes that the header announced"));
}

}  // namespace widthlab::tensor_io
