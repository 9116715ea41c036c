#include "common/artifact/in_memory_blob_store.h"

#include "common/artifact/blob_store_contract.h"

namespace widthlab::artifact {
namespace {

class InMemoryHarness : public BlobStoreHarness {
 public:
  BlobStore& store() override { return store_; }
  void Spoil(const std::string& digest, const std::string& bytes) override {
    store_.Put(digest, bytes);
  }

 private:
  InMemoryBlobStore store_;
};

std::unique_ptr<BlobStoreHarness> MakeInMemory() { return std::make_unique<InMemoryHarness>(); }

INSTANTIATE_TEST_SUITE_P(InMemory, BlobStoreContract, testing::Values(MakeInMemory));

}  // namespace
}  // namespace widthlab::artifact
