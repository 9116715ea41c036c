// An artifact of one file, as a step would have made it.
//
//   const std::string id = MakeArtifact(
//       store, {artifact::v1::ARTIFACT_KIND_PROFILE, "profile.json", {activations}}, json, spec);
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_ARTIFACT_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_ARTIFACT_H_

#include <string>
#include <vector>

#include "common/artifact/artifact_store.h"
#include "google/protobuf/message.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::pipeline {

struct Making {
  artifact::v1::ArtifactKind kind;
  std::string file;
  std::vector<std::string> inputs = {};
};

// Its id; a failed expectation and "" where the store refuses it.
std::string MakeArtifact(artifact::ArtifactStore& store, const Making& making,
                         const std::string& bytes, const google::protobuf::Message& spec);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_ARTIFACT_H_
