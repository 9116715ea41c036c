// What the orchestrator needs to know of a model before it plans a run on it. clients/cpp asks the
// capture service; tests answer from memory.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_MODEL_LOOKUP_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_MODEL_LOOKUP_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "widthlab/model/v1/model.pb.h"

namespace widthlab::pipeline {

struct KnownModel {
  // Of the artifact.
  std::string id = {};
  // ffn_widths is empty where all layers are equally wide.
  model::v1::Architecture architecture = {};
};

// By id, path or org/name. Errors: those of CaptureService.ImportModel and InspectModel.
using ModelLookup = std::function<absl::StatusOr<KnownModel>(const std::string& name)>;

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_MODEL_LOOKUP_H_
