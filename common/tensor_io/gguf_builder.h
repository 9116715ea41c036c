// Writes small GGUF files for tests, right ones and wrong ones.
//
//   GgufBuilder gguf;
//   gguf.Text("general.architecture", "llama").Uint32("llama.block_count", 2);
//   gguf.Tensor("blk.0.attn_q.weight", {8, 4}, GgufTypeId::kF32, bytes);   // rows of 4
//   std::string file = gguf.Build();
#ifndef WIDTHLAB_COMMON_TENSOR_IO_GGUF_BUILDER_H_
#define WIDTHLAB_COMMON_TENSOR_IO_GGUF_BUILDER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/tensor_io/gguf_type.h"
#include "common/tensor_io/gguf_value.h"

namespace widthlab::tensor_io {

template <typename T>
std::string LittleEndian(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
}

inline std::string GgufText(std::string_view text) {
  return LittleEndian<uint64_t>(text.size()) + std::string(text);
}

class GgufBuilder {
 public:
  // An entry whose value has these bytes, whatever they are.
  GgufBuilder& Raw(std::string_view key, GgufKind kind, std::string_view bytes) {
    entries_.push_back(GgufText(key) + LittleEndian(static_cast<uint32_t>(kind)) +
                       std::string(bytes));
    return *this;
  }
  GgufBuilder& Uint32(std::string_view key, uint32_t value) {
    return Raw(key, GgufKind::kUint32, LittleEndian(value));
  }
  GgufBuilder& Float32(std::string_view key, float value) {
    return Raw(key, GgufKind::kFloat32, LittleEndian(value));
  }
  GgufBuilder& Bool(std::string_view key, bool value) {
    return Raw(key, GgufKind::kBool, std::string(1, value ? '\1' : '\0'));
  }
  GgufBuilder& Text(std::string_view key, std::string_view value) {
    return Raw(key, GgufKind::kText, GgufText(value));
  }
  template <typename T>
  GgufBuilder& List(std::string_view key, GgufKind element, const std::vector<T>& values) {
    std::string bytes =
        LittleEndian(static_cast<uint32_t>(element)) + LittleEndian<uint64_t>(values.size());
    for (const T& value : values) bytes += LittleEndian(value);
    return Raw(key, GgufKind::kList, bytes);
  }
  GgufBuilder& Texts(std::string_view key, const std::vector<std::string>& values) {
    std::string bytes = LittleEndian(static_cast<uint32_t>(GgufKind::kText)) +
                        LittleEndian<uint64_t>(values.size());
    for (const std::string& value : values) bytes += GgufText(value);
    return Raw(key, GgufKind::kList, bytes);
  }

  // A tensor after the last; `shape` is row-major.
  GgufBuilder& Tensor(std::string_view name, const std::vector<uint64_t>& shape, GgufTypeId type,
                      std::string_view bytes) {
    return RawTensor(name, {shape.rbegin(), shape.rend()}, static_cast<uint32_t>(type),
                     payload_.size(), bytes);
  }
  GgufBuilder& Floats(std::string_view name, const std::vector<uint64_t>& shape,
                      const std::vector<float>& values) {
    return Tensor(name, shape, GgufTypeId::kF32,
                  {reinterpret_cast<const char*>(values.data()), 4 * values.size()});
  }
  // The same with every number as it will stand in the file.
  GgufBuilder& RawTensor(std::string_view name, const std::vector<uint64_t>& dimensions,
                         uint32_t type, uint64_t offset, std::string_view bytes) {
    std::string text = GgufText(name) + LittleEndian(static_cast<uint32_t>(dimensions.size()));
    for (const uint64_t dimension : dimensions) text += LittleEndian(dimension);
    tensors_.push_back(text + LittleEndian(type) + LittleEndian(offset));
    payload_ += bytes;
    Pad(payload_);
    return *this;
  }

  std::string Build() const { return Build(tensors_.size(), entries_.size()); }

  // With other counts in front.
  std::string Build(uint64_t tensors, uint64_t entries, uint32_t version = 3,
                    std::string_view magic = "GGUF") const {
    std::string file =
        std::string(magic) + LittleEndian(version) + LittleEndian(tensors) + LittleEndian(entries);
    for (const std::string& entry : entries_) file += entry;
    for (const std::string& tensor : tensors_) file += tensor;
    Pad(file);
    return file + payload_;
  }

 private:
  static void Pad(std::string& bytes) { bytes.resize((bytes.size() + 31) / 32 * 32, '\0'); }

  std::vector<std::string> entries_;
  std::vector<std::string> tensors_;
  std::string payload_;
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_GGUF_BUILDER_H_
