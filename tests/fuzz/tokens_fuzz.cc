// Any bytes as a token shard: an error, or documents that are all the ids, one after the other.
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/tensor_io/tokens/jsonl.h"
#include "common/tensor_io/tokens/shard_bytes.h"
#include "common/tensor_io/tokens/token_shard.h"
#include "tests/fuzz/fuzz_target.h"

namespace widthlab::fuzz {
namespace {

using tensor_io::BytesOf;
using tensor_io::TokenFormat;
using tensor_io::TokenShard;

constexpr int64_t kVocabulary = 50257;

// The first byte of an input is one of these; behind Megatron's come two bytes, the length of the
// .idx, then that and the .bin.
constexpr char kLlmC = 'l', kNanoGpt = 'n', kNanoGptU32 = 'w', kMegatron = 'm', kJsonl = 'j';

std::string Megatron(const std::string& index, const std::string& bytes) {
  return std::string(1, kMegatron) + BytesOf<uint16_t>({static_cast<uint16_t>(index.size())}) +
         index + bytes;
}

void Read(absl::StatusOr<TokenShard> shard) {
  if (!shard.ok()) return;
  FUZZ_CHECK(shard->token_count() > 0);
  if (!shard->FindDocuments({.vocabulary_size = kVocabulary, .document_ends = {5}}).ok()) return;
  int64_t tokens = 0;
  for (int64_t i = 0; i < shard->document_count(); ++i) {
    FUZZ_CHECK(shard->Size(i) >= 0);
    std::vector<int64_t> ids(static_cast<size_t>(shard->Size(i)));
    shard->Copy(i, 0, absl::MakeSpan(ids));
    for (const int64_t id : ids) FUZZ_CHECK(id >= 0 && id < kVocabulary);
    tokens += shard->Size(i);
  }
  FUZZ_CHECK(tokens == shard->token_count());
}

void ReadMegatron(std::string_view bytes) {
  uint16_t length = 0;
  if (bytes.size() < sizeof(length)) return;
  std::memcpy(&length, bytes.data(), sizeof(length));
  bytes.remove_prefix(sizeof(length));
  const std::string_view index = bytes.substr(0, length);
  Read(TokenShard::FromBytes(TokenFormat::kMegatron, std::string(bytes.substr(index.size())),
                             std::string(index), "fuzz"));
}

void ReadLines(std::string_view bytes) {
  int64_t last = 0;
  const auto take = [&last](const tensor_io::JsonlDocument& document) {
    FUZZ_CHECK(document.line > last);
    last = document.line;
    return absl::OkStatus();
  };
  const bool read = tensor_io::ReadJsonl(bytes, "fuzz", "", take).ok();
  // What can be read has the form.
  FUZZ_CHECK(!read || tensor_io::CheckJsonl(bytes, "fuzz", [] { return absl::OkStatus(); }).ok());
}

}  // namespace

std::vector<std::string> Seeds() {
  const std::string ids = BytesOf<uint16_t>({1, 2, 5, 3, 4});
  return {
      kLlmC + tensor_io::LlmCBytes({50256, 1, 2, 50256, 3}),
      kLlmC + tensor_io::LlmCHeader(20240801, 7, 2) + BytesOf<uint32_t>({128000, 7}),
      kNanoGpt + ids,
      kNanoGptU32 + BytesOf<uint32_t>({1, 5, 2}),
      Megatron(tensor_io::MegatronBytes{.sizes = {2, 3}}.Index(), ids),
      Megatron(
          tensor_io::MegatronBytes{
              .sizes = {2, 0, 3}, .documents = {0, 2, 2, 3}, .modes = std::string(3, '\0')}
              .Index(),
          ids),
      Megatron(tensor_io::MegatronBytes{.sizes = {1}, .dtype = 5, .id_bytes = 8}.Index(),
               BytesOf<int64_t>({9})),
      kJsonl +
          std::string("{\"text\": \"a\\u00fc\"}\n\n{\"input_ids\": [1, 2]}\r\n{\"tokens\": []}"),
  };
}

}  // namespace widthlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using widthlab::tensor_io::TokenFormat;
  using widthlab::tensor_io::TokenShard;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto flat = [bytes](TokenFormat format) {
    widthlab::fuzz::Read(TokenShard::FromBytes(format, std::string(bytes), "", "fuzz"));
  };
  switch (static_cast<char>(data[0])) {
    case widthlab::fuzz::kLlmC:
      flat(TokenFormat::kLlmC);
      break;
    case widthlab::fuzz::kNanoGpt:
      flat(TokenFormat::kNanoGpt);
      break;
    case widthlab::fuzz::kNanoGptU32:
      flat(TokenFormat::kNanoGptU32);
      break;
    case widthlab::fuzz::kMegatron:
      widthlab::fuzz::ReadMegatron(bytes);
      break;
    default:
      widthlab::fuzz::ReadLines(bytes);
  }
  return 0;
}
