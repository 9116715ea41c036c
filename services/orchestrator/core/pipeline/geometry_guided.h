// Expands the template geometry_guided into typed steps:
//
//   reference           train      the uniform model
//   activations         capture    of reference
//   profile             measure    of activations
//   schedule/ARM        schedule   one for each arm
//   train/ARM/SEED      train      one for each arm and seed
//   comparison          compare    the first arm is the baseline
//   report              report
//
// Results of a run are found under these ids. Runs of the arm `uniform` name no schedule, exactly
// as the reference does, so one with the reference's seed is the reference, and the cache has it.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_GEOMETRY_GUIDED_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_GEOMETRY_GUIDED_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// INVALID_ARGUMENT names the template's field: out of range, or given although it is filled in
// ("train.seed").
absl::StatusOr<v1::Pipeline> ExpandGeometryGuided(const v1::GeometryGuidedTemplate& request);

// An error about a step of the expanded pipeline, with the template's field that says the same:
// "steps[4].schedule.floor" becomes "floor".
absl::Status AboutGeometryGuided(const absl::Status& status);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_GEOMETRY_GUIDED_H_
