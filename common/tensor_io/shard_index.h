// model.safetensors.index.json: which file of a sharded checkpoint holds which tensor.
//
//   {"metadata": {"total_size": 123},
//    "weight_map": {"model.norm.weight": "model-00002-of-00002.safetensors"}}
//
//   ASSIGN_OR_RETURN(ShardIndex index, ParseShardIndex(json, path));
//   index.files.at("model.norm.weight");
//
// Only weight_map is believed: what the metadata says of sizes is often wrong in files that people
// have. A file is named by its name alone, never by a path, so that an index cannot point anywhere
// but beside itself.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_SHARD_INDEX_H_
#define WIDTHLAB_COMMON_TENSOR_IO_SHARD_INDEX_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace widthlab::tensor_io {

inline constexpr size_t kMaxIndexBytes = 64 << 20;
inline constexpr size_t kMaxIndexDepth = 8;

struct ShardIndex {
  // File name by tensor.
  std::map<std::string, std::string, std::less<>> files;
};

// `label` names the index in errors: INVALID_ARGUMENT, reason BAD_SAFETENSORS, metadata rule
// (index_size, json_depth, json, structure, duplicate_key, file_name) and tensor.
absl::StatusOr<ShardIndex> ParseShardIndex(std::string_view json, std::string_view label);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_SHARD_INDEX_H_
