// Token shards that another tool made, as a text: by reference, or of blobs that a client sent.
//
//   ASSIGN_OR_RETURN(const tensor_io::TokenFiles files, tensor_io::FindTokenFiles(path, ""));
//   ASSIGN_OR_RETURN(const artifact::v1::Artifact text,
//                    ImportTokens(files, {}, "fineweb", store, check));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_IMPORT_TOKENS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_IMPORT_TOKENS_H_

#include <map>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/tensor_io/tokens/find_shards.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::capture {

// An artifact of kind TEXT whose files have the media type of their format (TokenMediaType), so
// that a step knows how to read it. A file is linked (common/artifact/linked_blob.h), unless
// `digests` has its name: then its path is that of a blob which the store has. Headers, indexes and
// lines of JSONL are checked, ids are not: errors of TokenShard::Open, PairShards and ReadJsonl,
// INVALID_ARGUMENT on files[i].name for a name that an artifact cannot have, and FILE_CHANGED.
// `check` is asked between files and while they are read; its error ends the work.
absl::StatusOr<artifact::v1::Artifact> ImportTokens(
    const tensor_io::TokenFiles& files, const std::map<std::string, std::string>& digests,
    const std::string& source, artifact::ArtifactStore& store,
    absl::FunctionRef<absl::Status()> check);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_IMPORTS_IMPORT_TOKENS_H_
