// The artifact store of tests: nothing outlives the object.
//
//   InMemoryArtifactStore store;
//   store.memory().Put(digest, "damaged");
#ifndef WIDTHLAB_COMMON_ARTIFACT_IN_MEMORY_ARTIFACT_STORE_H_
#define WIDTHLAB_COMMON_ARTIFACT_IN_MEMORY_ARTIFACT_STORE_H_

#include <memory>

#include "common/artifact/catalogue_artifact_store.h"
#include "common/artifact/in_memory_blob_store.h"

namespace widthlab::artifact {

class InMemoryArtifactStore : public CatalogueArtifactStore {
 public:
  // Ends the program where memory does not even hold an empty catalogue.
  InMemoryArtifactStore();

  InMemoryBlobStore& memory() { return *memory_; }

 private:
  explicit InMemoryArtifactStore(std::unique_ptr<InMemoryBlobStore> blobs);

  InMemoryBlobStore* memory_;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_IN_MEMORY_ARTIFACT_STORE_H_
