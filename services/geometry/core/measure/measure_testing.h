// Activations artifacts for tests, and their profiles.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_MEASURE_TESTING_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_MEASURE_TESTING_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/tensor_io/safetensors_writer.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::geometry {

// Adds an artifact with these tensors as its cloud. Returns its id.
std::string AddActivations(artifact::ArtifactStore& store,
                           std::vector<tensor_io::TensorToWrite> tensors);

// What MeasureWork makes of the artifact with this id, from the named starts and a random one.
absl::StatusOr<v1::Profile> Measure(artifact::ArtifactStore& store, const std::string& activations,
                                    int threads, v1::MeasureSpec spec = {});

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_MEASURE_TESTING_H_
