// The weights of a decoder, in one block of memory.
//
//   ASSIGN_OR_RETURN(Parameters weights, Parameters::Create(architecture));
//   weights.Initialise(/*seed=*/7);
//   absl::Span<const float> norm = weights.Tensor("model.norm.weight");
//
// Tensors follow each other in the order of ParameterSpecs, each at a multiple of 64 bytes; the
// gaps hold zeros. A gradient or a moment of an optimiser is a block with the same layout, so that
// whoever adds or scales them needs no names. Movable, not copyable (Clone copies).
#ifndef WIDTHLAB_COMMON_MODEL_PARAMETERS_H_
#define WIDTHLAB_COMMON_MODEL_PARAMETERS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"
#include "common/model/parameter_spec.h"

namespace widthlab::model {

// Floats at a multiple of 64 bytes, zero at first.
class FloatBlock {
 public:
  explicit FloatBlock(int64_t size);

  int64_t size() const { return size_; }
  absl::Span<float> values() { return {data_.get(), static_cast<size_t>(size_)}; }
  absl::Span<const float> values() const { return {data_.get(), static_cast<size_t>(size_)}; }

 private:
  struct Free {
    void operator()(float* data) const;
  };

  int64_t size_;
  std::unique_ptr<float[], Free> data_;
};

class Parameters {
 public:
  // All zeros. Error: that of CheckSupported.
  static absl::StatusOr<Parameters> Create(const architecture::Architecture& a);

  // Sets every tensor to its initial values (FillInitialValues).
  void Initialise(uint64_t seed);

  Parameters Clone() const;

  const architecture::Architecture& architecture() const { return architecture_; }
  const std::vector<ParameterSpec>& specs() const { return specs_; }

  // Where tensor `index` of specs() begins in the block.
  int64_t offset(size_t index) const { return offsets_[index]; }

  // Tensor `index` of specs().
  absl::Span<float> Tensor(size_t index);
  absl::Span<const float> Tensor(size_t index) const;

  // The tensor of that name, which must exist.
  absl::Span<const float> Tensor(std::string_view name) const;

  // The whole block, gaps included.
  absl::Span<float> values() { return block_.values(); }
  absl::Span<const float> values() const { return block_.values(); }

  // Number of weights, without gaps.
  int64_t count() const;

 private:
  Parameters(architecture::Architecture a, std::vector<ParameterSpec> specs,
             std::vector<int64_t> offsets, int64_t size);

  architecture::Architecture architecture_;
  std::vector<ParameterSpec> specs_;
  std::vector<int64_t> offsets_;
  std::map<std::string, size_t, std::less<>> index_;
  FloatBlock block_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_PARAMETERS_H_
