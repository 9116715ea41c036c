// A value of a GGUF file's metadata, read where it lies.
//
//   value.Integer();  // of any whole type, or nothing
//   value.Texts();    // the 49,152 tokens, as views into the file
//
// Every accessor answers nothing where the value is of another type, so that a reader can say what
// it wanted. The value points into the file's bytes and lives no longer.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_GGUF_VALUE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_GGUF_VALUE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace widthlab::tensor_io {

// Numbers of the format.
enum class GgufKind : uint32_t {
  kUint8 = 0,
  kInt8 = 1,
  kUint16 = 2,
  kInt16 = 3,
  kUint32 = 4,
  kInt32 = 5,
  kFloat32 = 6,
  kBool = 7,
  kText = 8,
  kList = 9,
  kUint64 = 10,
  kInt64 = 11,
  kFloat64 = 12,
};

// Bytes of a number or truth value; 0 for texts, lists and what is no kind.
int64_t GgufKindSize(GgufKind kind);

class GgufValue {
 public:
  // `bytes` are the value's as stored, checked by ParseGgufHeader: of a text or list without what
  // counts them. A list has `count` elements of `element`; lists of lists have no accessor.
  GgufValue(GgufKind kind, GgufKind element, uint64_t count, std::string_view bytes)
      : kind_(kind), element_(element), count_(count), bytes_(bytes) {}

  GgufKind kind() const { return kind_; }
  // Elements of a list; 1 otherwise.
  uint64_t count() const { return count_; }
  bool is_list() const { return kind_ == GgufKind::kList; }
  // For instance "uint32" or "list of 3 texts", for messages.
  std::string KindText() const;

  // A whole number of any width that fits in 63 bits and a sign.
  std::optional<int64_t> Integer() const;
  // The same, or a floating-point number.
  std::optional<double> Number() const;
  std::optional<bool> Bool() const;
  std::optional<std::string_view> Text() const;

  // Of a list; truth values are 0 and 1 among integers.
  std::optional<std::vector<int64_t>> Integers() const;
  std::optional<std::vector<double>> Numbers() const;
  std::optional<std::vector<std::string_view>> Texts() const;

 private:
  GgufKind kind_;
  GgufKind element_;
  uint64_t count_;
  std::string_view bytes_;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_GGUF_VALUE_H_
