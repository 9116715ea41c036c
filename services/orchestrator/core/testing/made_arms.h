// Puts the artifacts of a small finished experiment into a store, for tests of what reads them.
//
//   artifact::InMemoryArtifactStore store;
//   v1::CompareSpec spec = MakeArms(store, /*seeds=*/3);      // "uniform" and "taper"
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_ARMS_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_ARMS_H_

#include "common/artifact/artifact_store.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

// Two layers, seeds 1, 2, ...; every loss of "taper" is about 0.1 below that of "uniform".
v1::CompareSpec MakeArms(artifact::ArtifactStore& store, int seeds);

// The same losses as an import leaves them: no schedule, shape, accounts, documents or training
// loss.
v1::CompareSpec MakeImportedArms(artifact::ArtifactStore& store, int seeds);

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_TESTING_MADE_ARMS_H_
