// Final norm and head over rows of states, the vocabulary met piece by piece. LibTorch inside.
//
//   const HeadForward head(a, prefix, source, type, tasks);
//   RETURN_IF_ERROR(head.Run(states, targets, {.losses = absl::MakeSpan(losses)}));
//
// Memory: one piece of the head's matrix in float32, the normed states, and the logits of one block
// of rows for each thread.
#ifndef WIDTHLAB_COMMON_MODEL_HEAD_FORWARD_H_
#define WIDTHLAB_COMMON_MODEL_HEAD_FORWARD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"
#include "common/model/head_outputs.h"
#include "common/model/head_tensors.h"
#include "common/model/pool_tasks.h"
#include "common/model/weight_type.h"
#include "common/tensor_io/tensor_source.h"

namespace widthlab::model {

// Entries of the vocabulary that are met at once.
inline constexpr int64_t kVocabularyPiece = 8192;

class HeadForward {
 public:
  HeadForward(const architecture::Architecture& a, const std::string& prefix,
              const tensor_io::TensorSource& source, WeightType type, PoolTasks tasks);

  // states [rows, d]; targets [rows], below 0: loss 0; they are needed for losses only.
  // FAILED_PRECONDITION WEIGHTS_NOT_FINITE.
  absl::Status Run(absl::Span<const float> states, absl::Span<const int64_t> targets,
                   const HeadOutputs& outputs) const;

 private:
  absl::StatusOr<std::vector<float>> Normed(absl::Span<const float> states, int64_t rows) const;

  const architecture::Architecture& a_;
  const HeadTensors tensors_;
  const tensor_io::TensorSource& source_;
  const WeightType type_;
  const PoolTasks tasks_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_HEAD_FORWARD_H_
