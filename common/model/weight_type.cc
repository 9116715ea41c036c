#include "common/model/weight_type.h"

#include <ATen/Version.h>

#include <string>

namespace widthlab::model {
namespace {

bool HasBFloat16Products() { return at::get_cpu_capability().find("AVX512") != std::string::npos; }

}  // namespace

WeightType WeightTypeFor(Precision precision) {
  if (precision == Precision::kFloat32) return WeightType::kFloat32;
  return HasBFloat16Products() ? WeightType::kBFloat16 : WeightType::kRounded;
}

int64_t WeightBytes(WeightType type) { return type == WeightType::kBFloat16 ? 2 : 4; }

}  // namespace widthlab::model
