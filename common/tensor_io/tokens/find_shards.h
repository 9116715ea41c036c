// The files of token shards that a path names, and their format where they tell it.
//
//   ASSIGN_OR_RETURN(const TokenFiles found, FindTokenFiles("/data/fineweb", /*format=*/""));
//   found.format;              // TokenFormat::kLlmC
//   found.paths;               // {"000.bin": "/data/fineweb/000.bin", ...}
//
// A path is a .bin, .idx or .jsonl file, or a folder, whose own files of these kinds are meant. A
// .bin of Megatron has its .idx beside it, under the same name.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKENS_FIND_SHARDS_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKENS_FIND_SHARDS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/tensor_source.h"
#include "common/tensor_io/tokens/token_format.h"
#include "common/tensor_io/tokens/token_shard.h"

namespace widthlab::tensor_io {

struct TokenFiles {
  TokenFormat format = TokenFormat::kLlmC;
  // Path of each file by its name, the indexes of Megatron among them.
  std::map<std::string, std::string> paths = {};
};

// True for a path that ends as a shard does: .bin, .idx, .jsonl or .ndjson.
bool HasShardName(std::string_view path);

// `format` is a word of TokenFormatWord, or empty: found from the files. Every file goes through
// `resolve` before it is opened. Errors: NOT_FOUND PATH_NOT_FOUND; NOT_FOUND NO_TOKENS for a folder
// without shards, and for a .bin of Megatron without its .idx or the other way; INVALID_ARGUMENT on
// "format" for another word, files of several formats, and a .bin that does not tell its own.
absl::StatusOr<TokenFiles> FindTokenFiles(const std::string& path, const std::string& format,
                                          const PathResolver& resolve = {});

// The shards that these files are, ascending by name, each called by its name: a .idx is part of
// the shard of its .bin. `paths` may come from elsewhere, so this also says NOT_FOUND NO_TOKENS.
absl::StatusOr<std::vector<ShardPaths>> PairShards(TokenFormat format,
                                                   const std::map<std::string, std::string>& paths);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKENS_FIND_SHARDS_H_
