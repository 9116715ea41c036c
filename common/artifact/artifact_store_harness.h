// A store under test and the fixture of its contract, artifact_store_contract.h.
#ifndef WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_HARNESS_H_
#define WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_HARNESS_H_

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/artifact_store.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {

// A store under test, and a way to spoil its blobs.
class ArtifactStoreHarness {
 public:
  virtual ~ArtifactStoreHarness() = default;
  virtual ArtifactStore& store() = 0;
  // Puts `bytes` under `digest` although they do not belong there.
  virtual void Spoil(const std::string& digest, const std::string& bytes) = 0;
  virtual void Lose(const std::string& digest) = 0;
};

class ArtifactStoreContract
    : public testing::TestWithParam<std::unique_ptr<ArtifactStoreHarness> (*)()> {
 protected:
  ArtifactStore& store() { return harness_->store(); }

  // An artifact with one file that holds `text`, made from `inputs`.
  absl::StatusOr<v1::Artifact> Make(const std::string& text, std::vector<std::string> inputs = {},
                                    v1::ArtifactKind kind = v1::ARTIFACT_KIND_PROFILE) {
    ArtifactBuilder builder(store(), kind, 1);
    RETURN_IF_ERROR(builder.AddFile("profile.json", "application/json", text));
    std::sort(inputs.begin(), inputs.end());
    StepIdentity identity{.spec_type = "widthlab.geometry.v1.MeasureSpec",
                          .spec_json = "{\"seed\":\"" + text + "\"}",
                          .inputs = inputs,
                          .algorithm_version = "geometry.MeasureWork/1"};
    identity.cache_key =
        CacheKey(identity.spec_type, identity.spec_json, inputs, identity.algorithm_version);
    return builder.Commit(identity);
  }

  std::vector<std::string> ListIds(const ListOptions& options) {
    const auto page = store().List(options);
    EXPECT_THAT(page, IsOk());
    std::vector<std::string> ids;
    if (page.ok()) {
      for (const v1::Artifact& artifact : page->artifacts) ids.push_back(artifact.id());
    }
    return ids;
  }

  std::unique_ptr<ArtifactStoreHarness> harness_ = GetParam()();
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_HARNESS_H_
