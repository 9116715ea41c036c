// Models that Hugging Face's tools have downloaded, found by name. Nothing is ever fetched.
//
//   FindInHuggingFaceCache("model", "meta-llama/Llama-3.2-1B", HuggingFaceCacheFolder());
//   // ".../hub/models--meta-llama--Llama-3.2-1B/snapshots/4e20de3…"
//
// The cache is where their tools read it: HF_HUB_CACHE, else hub/ in HF_HOME, else
// huggingface/hub in XDG_CACHE_HOME, else in ~/.cache. In it models--ORG--NAME/refs/main holds the
// name of a folder of snapshots/, whose files are links to blobs/.
#ifndef WIDTHLAB_COMMON_MODEL_HUGGING_FACE_CACHE_H_
#define WIDTHLAB_COMMON_MODEL_HUGGING_FACE_CACHE_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace widthlab::model {

// Of this process's environment; it need not be there.
std::string HuggingFaceCacheFolder();

// True for "org/name" and "org/name@revision": letters, digits, '.', '_' and '-', not at an end,
// and neither ".." nor "--".
bool IsHuggingFaceName(std::string_view text);

// The folder of the model's snapshot. `name` is one that IsHuggingFaceName accepts; its revision is
// a reference (main where it has none) or a snapshot. NOT_FOUND MODEL_NOT_IN_CACHE names `field`
// and everything that was looked at.
absl::StatusOr<std::string> FindInHuggingFaceCache(std::string_view field, std::string_view name,
                                                   const std::string& cache);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_HUGGING_FACE_CACHE_H_
