// Files of artifacts as messages.
//
//   ASSIGN_OR_RETURN(const auto schedule, ReadMessage<Schedule>(store, artifact, "schedule.json"));
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_ARTIFACT_FILE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_ARTIFACT_FILE_H_

#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "google/protobuf/message.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::web {

// NOT_FOUND or DATA_LOSS name the file; RESOURCE_EXHAUSTED one of more than 64 MiB, which no page
// shows.
absl::Status ReadInto(artifact::ArtifactStore& store, const artifact::v1::Artifact& artifact,
                      std::string_view file, google::protobuf::Message& message);

template <typename Message>
absl::StatusOr<Message> ReadMessage(artifact::ArtifactStore& store,
                                    const artifact::v1::Artifact& artifact, std::string_view file) {
  Message message;
  const absl::Status status = ReadInto(store, artifact, file, message);
  if (!status.ok()) return status;
  return message;
}

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_ARTIFACT_FILE_H_
