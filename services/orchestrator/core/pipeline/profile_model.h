// Expands the template profile_model into typed steps:
//
//   activations         capture      of the model on the text
//   sensitivity         sensitivity  of the model on the text
//   profile             measure      of activations
//   correlations        correlate    of the profile with sensitivity and norm
//   schedule/uniform    schedule     the model's own widths; schedule/own where they differ by
//   layer schedule/NAME       schedule     one for each that is asked for; may fail report report
//
// Of several models these stand below "model1/", "model2/", ...; "report" is then the page about
// how far their profiles agree. Results of a run are found under these ids.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_PROFILE_MODEL_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_PROFILE_MODEL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "services/orchestrator/core/pipeline/model_lookup.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// Asks `find` about each model. INVALID_ARGUMENT names the template's field: out of range, or given
// although it is filled in ("capture.model"). Errors of `find` are about "models[N]".
absl::StatusOr<v1::Pipeline> ExpandProfileModel(const v1::ProfileModelTemplate& request,
                                                const ModelLookup& find);

// An error about a step of the expanded pipeline, with the template's field that says the same.
absl::Status AboutProfileModel(const absl::Status& status);

// Multiples that widths of a model are solved in: the largest power of two up to 64 that divides
// `width` into eight parts or more, else 1.
int QuantumFor(int width);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_PIPELINE_PROFILE_MODEL_H_
