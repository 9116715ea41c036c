// The documents of token shards in an artifact, left on disk.
//
//   ASSIGN_OR_RETURN(const std::unique_ptr<Documents> documents,
//                    OpenShards(store, spec.text(), TokenFormat::kLlmC, {.vocabulary_size =
//                    50257}));
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SHARD_DOCUMENTS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SHARD_DOCUMENTS_H_

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/tensor_io/tokens/token_format.h"
#include "common/tensor_io/tokens/token_shard.h"
#include "services/capture/core/documents.h"

namespace widthlab::capture {

// Of all shards, ascending by name, each document called by its shard's name. Every id is read once
// and checked; in memory stay eight bytes for each document. Errors: those of TokenShard and
// PairShards; FAILED_PRECONDITION FILE_CHANGED for a file that is not what was imported.
absl::StatusOr<std::unique_ptr<Documents>> OpenShards(artifact::ArtifactStore& store,
                                                      std::string_view id,
                                                      tensor_io::TokenFormat format,
                                                      const tensor_io::DocumentRules& rules);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SHARD_DOCUMENTS_H_
