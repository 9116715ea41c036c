// A checkpoint in safetensors files, one or several, as a TensorSource.
//
//   ASSIGN_OR_RETURN(auto source, OpenSafetensorsFolder("/models/llama"));
//
// A folder has model.safetensors, or model.safetensors.index.json and the shards that it names; the
// single file comes first where both are there, as in Hugging Face's tools.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_SOURCE_H_
#define WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_SOURCE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "common/tensor_io/tensor_source.h"

namespace widthlab::tensor_io {

inline constexpr char kSafetensorsFile[] = "model.safetensors";
inline constexpr char kSafetensorsIndexFile[] = "model.safetensors.index.json";

// The names of the files in `folder` that hold its weights: the single file, or the index and its
// shards in the order of their names. NOT_FOUND NO_WEIGHTS says what was looked for.
absl::StatusOr<std::vector<std::string>> SafetensorsFiles(const std::string& folder,
                                                          const PathResolver& resolve = {});

// Errors: those of SafetensorsFiles, ParseShardIndex and SafetensorsFile::Open; those of `resolve`;
// for shards INVALID_ARGUMENT BAD_SAFETENSORS naming file and tensor, rule `shard`: a tensor that
// its shard lacks, that is in a shard but not in the index, or in another shard than the index
// says.
absl::StatusOr<std::unique_ptr<TensorSource>> OpenSafetensorsFolder(
    const std::string& folder, const PathResolver& resolve = {});

// One file by its path.
absl::StatusOr<std::unique_ptr<TensorSource>> OpenSafetensorsFile(const std::string& path);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_SAFETENSORS_SOURCE_H_
