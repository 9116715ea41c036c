#include "clients/cpp/stages/model_lookup.h"

#include "clients/cpp/import_client.h"
#include "clients/cpp/model_client.h"
#include "common/status/macros.h"

namespace widthlab::client {

pipeline::ModelLookup LookUpModels(const Connection& capture) {
  return [capture](const std::string& name) -> absl::StatusOr<pipeline::KnownModel> {
    ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, ImportModel(capture, name));
    ASSIGN_OR_RETURN(const capture::v1::ModelInspection inspection,
                     InspectModel(capture, artifact.id()));
    return pipeline::KnownModel{.id = artifact.id(), .architecture = inspection.architecture()};
  };
}

}  // namespace widthlab::client
