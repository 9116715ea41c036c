// What every ArtifactStore keeps. Each implementation runs it:
//
//   INSTANTIATE_TEST_SUITE_P(Local, ArtifactStoreContract, testing::Values(MakeLocalHarness));
#ifndef WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_CONTRACT_H_
#define WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_CONTRACT_H_

#include "common/artifact/artifact_identity_contract.h"
#include "common/artifact/artifact_lineage_contract.h"
#include "common/artifact/artifact_listing_contract.h"
#include "common/artifact/artifact_store_harness.h"

#endif  // WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_STORE_CONTRACT_H_
