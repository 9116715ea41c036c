// Whether a checkpoint's tensors are those of its architecture, before any weight is read.
//
//   ASSIGN_OR_RETURN(const std::string prefix, CheckSource(a, *source));   // "model."
//   const SourceDifference difference = CompareSource(a, *source);         // what InspectModel
//   shows
#ifndef WIDTHLAB_COMMON_MODEL_SOURCE_CHECK_H_
#define WIDTHLAB_COMMON_MODEL_SOURCE_CHECK_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/tensor_io/tensor_source.h"

namespace widthlab::model {

// Names, sorted. Tensors that nobody needs (IsRedundant) are in neither list.
struct SourceDifference {
  std::vector<std::string> missing = {};
  std::vector<std::string> unexpected = {};
};
SourceDifference CompareSource(const architecture::Architecture& a,
                               const tensor_io::TensorSource& source);

// What stands in front of the names: that of a language model, or nothing in a checkpoint of the
// base model.
std::string SourcePrefix(const architecture::Architecture& a,
                         const tensor_io::TensorSource& source);

// The prefix. INVALID_ARGUMENT BAD_CHECKPOINT naming the tensor that is missing, that the
// architecture has no place for (among them those of more layers than the configuration says), or
// that has another shape.
absl::StatusOr<std::string> CheckSource(const architecture::Architecture& a,
                                        const tensor_io::TensorSource& source);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_SOURCE_CHECK_H_
