#include "common/tokenizer/end_tokens.h"

#include <string>

#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/gguf_file.h"
#include "common/tensor_io/json_depth.h"
#include "common/tensor_io/mapped_file.h"
#include "nlohmann/json.hpp"

namespace widthlab::tokenizer {
namespace {

constexpr char kConfig[] = "config.json";
constexpr char kKey[] = "eos_token_id";
constexpr char kGgufKey[] = "tokenizer.ggml.eos_token_id";
constexpr size_t kMaxDepth = 32;

absl::StatusOr<std::vector<int64_t>> FromGguf(const std::string& path) {
  ASSIGN_OR_RETURN(const tensor_io::GgufFile file, tensor_io::GgufFile::Open(path));
  if (file.Find(kGgufKey) == nullptr) return std::vector<int64_t>();
  ASSIGN_OR_RETURN(const int64_t id, file.Integer(kGgufKey));
  return std::vector<int64_t>{id};
}

absl::StatusOr<std::vector<int64_t>> FromConfig(const std::string& path) {
  ASSIGN_OR_RETURN(const tensor_io::MappedFile file, tensor_io::MappedFile::Open(path));
  if (tensor_io::JsonDepth(file.bytes()) > kMaxDepth) {
    return InvalidFieldBecause(kConfig, "nests too deep");
  }
  const auto config =
      nlohmann::json::parse(file.bytes(), /*callback=*/nullptr, /*allow_exceptions=*/false);
  if (!config.is_object()) return InvalidFieldBecause(kConfig, "is no JSON object");
  const auto found = config.find(kKey);
  std::vector<int64_t> ids;
  if (found == config.end() || found->is_null()) return ids;
  const auto add = [&ids](const nlohmann::json& id) -> absl::Status {
    if (!id.is_number_integer()) return InvalidField(kKey, "something else", "an id, or a list");
    ids.push_back(id.get<int64_t>());
    return absl::OkStatus();
  };
  if (!found->is_array()) {
    RETURN_IF_ERROR(add(*found));
    return ids;
  }
  for (const nlohmann::json& id : *found) RETURN_IF_ERROR(add(id));
  return ids;
}

}  // namespace

absl::StatusOr<std::vector<int64_t>> EndTokens(const model::ModelFiles& files) {
  if (!files.gguf.empty()) return FromGguf(*files.Find(files.gguf));
  const std::string* config = files.Find(kConfig);
  return config == nullptr ? std::vector<int64_t>() : FromConfig(*config);
}

}  // namespace widthlab::tokenizer
