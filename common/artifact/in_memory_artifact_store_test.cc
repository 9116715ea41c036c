#include "common/artifact/in_memory_artifact_store.h"

#include "common/artifact/artifact_store_contract.h"

namespace widthlab::artifact {
namespace {

class InMemoryHarness : public ArtifactStoreHarness {
 public:
  ArtifactStore& store() override { return store_; }
  void Spoil(const std::string& digest, const std::string& bytes) override {
    store_.memory().Put(digest, bytes);
  }
  void Lose(const std::string& digest) override { store_.memory().Delete(digest).IgnoreError(); }

 private:
  InMemoryArtifactStore store_;
};

std::unique_ptr<ArtifactStoreHarness> MakeInMemory() { return std::make_unique<InMemoryHarness>(); }

INSTANTIATE_TEST_SUITE_P(InMemory, ArtifactStoreContract, testing::Values(MakeInMemory));

}  // namespace
}  // namespace widthlab::artifact
