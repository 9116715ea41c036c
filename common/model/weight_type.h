// How the matrices of a layer are held while it is computed.
//
//   const WeightType type = WeightTypeFor(Precision::kBFloat16);   // kBFloat16 with AVX512
#ifndef WIDTHLAB_COMMON_MODEL_WEIGHT_TYPE_H_
#define WIDTHLAB_COMMON_MODEL_WEIGHT_TYPE_H_

#include <cstdint>

#include "common/model/decoder.h"

namespace widthlab::model {

enum class WeightType {
  kFloat32,
  kBFloat16,
  kRounded,  // float32 whose values are those of bfloat16
};

// On this processor: kRounded where its products of bfloat16 are slower than those of float32.
WeightType WeightTypeFor(Precision precision);

// Bytes of one weight.
int64_t WeightBytes(WeightType type);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_WEIGHT_TYPE_H_
