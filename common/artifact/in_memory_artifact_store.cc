#include "common/artifact/in_memory_artifact_store.h"

#include <utility>

namespace widthlab::artifact {

InMemoryArtifactStore::InMemoryArtifactStore()
    : InMemoryArtifactStore(std::make_unique<InMemoryBlobStore>()) {}

InMemoryArtifactStore::InMemoryArtifactStore(std::unique_ptr<InMemoryBlobStore> blobs)
    : CatalogueArtifactStore(std::move(blobs), Catalogue::Open(":memory:").value(), nullptr),
      memory_(static_cast<InMemoryBlobStore*>(&this->blobs())) {}

}  // namespace widthlab::artifact
