// Shards made by hand, for tests.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKENS_SHARD_BYTES_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKENS_SHARD_BYTES_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace widthlab::tensor_io {

// The numbers as they lie in memory, which is little-endian.
template <typename T>
std::string BytesOf(const std::vector<T>& numbers) {
  std::string bytes(numbers.size() * sizeof(T), '\0');
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

// The header of llm.c with these first numbers.
inline std::string LlmCHeader(int32_t magic, int32_t version, int32_t count) {
  std::vector<int32_t> header(256);
  header[0] = magic;
  header[1] = version;
  header[2] = count;
  return BytesOf(header);
}

// A shard of GPT-2.
inline std::string LlmCBytes(const std::vector<uint16_t>& ids) {
  return LlmCHeader(20240520, 1, static_cast<int32_t>(ids.size())) + BytesOf(ids);
}

// An .idx of Megatron; what is left empty follows from the sizes, with one document a sequence.
struct MegatronBytes {
  std::vector<int32_t> sizes = {};
  std::string magic = std::string("MMIDIDX\0\0", 9);
  uint64_t version = 1;
  uint8_t dtype = 8;
  int64_t id_bytes = 2;
  std::vector<int64_t> pointers = {};
  std::vector<int64_t> documents = {};
  std::string modes = {};
  // Counts that lie.
  int64_t more_sequences = 0;
  int64_t more_documents = 0;

  std::string Index() const {
    std::vector<int64_t> at = pointers, first = documents;
    int64_t begin = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (pointers.empty()) at.push_back(begin);
      if (documents.empty()) first.push_back(static_cast<int64_t>(i));
      begin += sizes[i] * id_bytes;
    }
    if (documents.empty()) first.push_back(static_cast<int64_t>(sizes.size()));
    const auto sequences =
        static_cast<uint64_t>(sizes.size()) + static_cast<uint64_t>(more_sequences);
    const auto entries =
        static_cast<uint64_t>(first.size()) + static_cast<uint64_t>(more_documents);
    return magic + BytesOf<uint64_t>({version}) + static_cast<char>(dtype) +
           BytesOf<uint64_t>({sequences, entries}) + BytesOf(sizes) + BytesOf(at) + BytesOf(first) +
           modes;
  }
};

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKENS_SHARD_BYTES_H_
