#include "common/model/parameters.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "common/status/macros.h"

namespace widthlab::model {
namespace {

constexpr int64_t kAlignment = 64;
constexpr int64_t kFloatsPerLine = kAlignment / static_cast<int64_t>(sizeof(float));

int64_t RoundUp(int64_t size) {
  return (size + kFloatsPerLine - 1) / kFloatsPerLine * kFloatsPerLine;
}

}  // namespace

FloatBlock::FloatBlock(int64_t size) : size_(size) {
  const size_t count = static_cast<size_t>(RoundUp(std::max<int64_t>(size, 1)));
  auto* data = static_cast<float*>(std::aligned_alloc(kAlignment, count * sizeof(float)));
  if (data == nullptr) throw std::bad_alloc();
  std::fill_n(data, count, 0.0f);
  data_.reset(data);
}

void FloatBlock::Free::operator()(float* data) const { std::free(data); }

absl::StatusOr<Parameters> Parameters::Create(const architecture::Architecture& a) {
  RETURN_IF_ERROR(CheckSupported(a));
  std::vector<ParameterSpec> specs = ParameterSpecs(a);
  std::vector<int64_t> offsets;
  int64_t size = 0;
  for (const ParameterSpec& spec : specs) {
    offsets.push_back(size);
    size += RoundUp(spec.size());
  }
  return Parameters(a, std::move(specs), std::move(offsets), size);
}

Parameters::Parameters(architecture::Architecture a, std::vector<ParameterSpec> specs,
                       std::vector<int64_t> offsets, int64_t size)
    : architecture_(std::move(a)),
      specs_(std::move(specs)),
      offsets_(std::move(offsets)),
      block_(size) {
  for (size_t i = 0; i < specs_.size(); ++i) index_.emplace(specs_[i].name, i);
}

void Parameters::Initialise(uint64_t seed) {
  for (size_t i = 0; i < specs_.size(); ++i) FillInitialValues(specs_[i], seed, Tensor(i));
}

Parameters Parameters::Clone() const {
  Parameters copy(architecture_, specs_, offsets_, block_.size());
  std::copy(values().begin(), values().end(), copy.values().begin());
  return copy;
}

absl::Span<float> Parameters::Tensor(size_t index) {
  return values().subspan(static_cast<size_t>(offsets_[index]),
                          static_cast<size_t>(specs_[index].size()));
}

absl::Span<const float> Parameters::Tensor(size_t index) const {
  return values().subspan(static_cast<size_t>(offsets_[index]),
                          static_cast<size_t>(specs_[index].size()));
}

absl::Span<const float> Parameters::Tensor(std::string_view name) const {
  return Tensor(index_.find(name)->second);
}

int64_t Parameters::count() const {
  int64_t count = 0;
  for (const ParameterSpec& spec : specs_) count += spec.size();
  return count;
}

}  // namespace widthlab::model
