// What a training spec means beyond its fields' own rules, and what follows from it.
//
//   RETURN_IF_ERROR(FinishTrainSpec(spec, store));
//   ASSIGN_OR_RETURN(const architecture::Architecture a, ArchitectureOf(spec, store));
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_TRAIN_SPEC_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_TRAIN_SPEC_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/job/v1/job.pb.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::training {

// Writes the device class and checks across fields and inputs, for a spec that spec::Resolve
// accepted and whose inputs exist. Errors are INVALID_ARGUMENT on the field: batch_size that is no
// multiple of shards, sequence_length above architecture.max_positions, a vocabulary too small for
// bytes, a schedule of another depth, another device class than this machine's.
absl::Status FinishTrainSpec(v1::TrainSpec& spec, artifact::ArtifactStore& store);

// The shape to train: the spec's, with the schedule's widths where one is named.
absl::StatusOr<architecture::Architecture> ArchitectureOf(const v1::TrainSpec& spec,
                                                          artifact::ArtifactStore& store);

// Roughly, for this machine.
absl::StatusOr<job::v1::CostEstimate> EstimateTraining(const v1::TrainSpec& spec,
                                                       artifact::ArtifactStore& store);

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_TRAIN_SPEC_H_
