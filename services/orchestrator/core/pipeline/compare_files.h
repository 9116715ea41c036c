// Which files of two artifacts have equal bytes, and how far apart their numbers are where not.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_COMPARE_FILES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_COMPARE_FILES_H_

#include "absl/status/status.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// Fills in `files` and `equal`. A file that only one of them has is not equal; its digest is empty
// on the other side.
absl::Status CompareFiles(const artifact::v1::Artifact& first, const artifact::v1::Artifact& again,
                          artifact::ArtifactStore& store, v1::Reproduction& reproduction);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_COMPARE_FILES_H_
