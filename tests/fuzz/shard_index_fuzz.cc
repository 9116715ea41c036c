// Any text as an index of shards: an error, or names that stay beside the index.
#include <string>
#include <vector>

#include "common/tensor_io/shard_index.h"
#include "tests/fuzz/fuzz_target.h"

namespace widthlab::fuzz {

std::vector<std::string> Seeds() {
  return {R"({"metadata": {"total_size": 7}, "weight_map": {"a.b": "model-1.safetensors"}})",
          R"({"weight_map": {"a": "x.safetensors", "b": "y.safetensors"}, "other": [1, {}]})",
          "{}"};
}

}  // namespace widthlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto index =
      widthlab::tensor_io::ParseShardIndex({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!index.ok()) return 0;
  FUZZ_CHECK(!index->files.empty());
  for (const auto& [tensor, file] : index->files) {
    FUZZ_CHECK(file.find('/') == std::string::npos && file.find('\0') == std::string::npos);
    FUZZ_CHECK(file != "." && file != ".." && file.size() > 12);
  }
  return 0;
}
