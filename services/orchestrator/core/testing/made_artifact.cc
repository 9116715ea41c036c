#include "services/orchestrator/core/testing/made_artifact.h"

#include <algorithm>

#include "common/artifact/artifact_builder.h"
#include "common/spec/canonical_json.h"
#include "gtest/gtest.h"

namespace widthlab::pipeline {

std::string MakeArtifact(artifact::ArtifactStore& store, const Making& making,
                         const std::string& bytes, const google::protobuf::Message& spec) {
  artifact::ArtifactBuilder builder(store, making.kind, /*schema_version=*/1);
  EXPECT_TRUE(builder.AddFile(making.file, "application/json", bytes).ok());
  artifact::StepIdentity identity{.spec_type = spec.GetTypeName(),
                                  .spec_json = spec::CanonicalJson(spec),
                                  .inputs = making.inputs,
                                  .algorithm_version = "test/1"};
  std::sort(identity.inputs.begin(), identity.inputs.end());
  const auto artifact = builder.Commit(identity);
  EXPECT_TRUE(artifact.ok()) << artifact.status();
  return artifact.ok() ? artifact->id() : "";
}

}  // namespace widthlab::pipeline
