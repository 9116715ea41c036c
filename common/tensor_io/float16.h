// Half-precision and bfloat16 numbers in and out of float, bit by bit, without hardware support.
//
//   float x = Float16ToFloat(0x3c00);      // 1.0f
//   uint16_t bits = FloatToBFloat16(x);    // 0x3f80
//
// Both narrowings round to nearest, ties to even. NaN stays NaN (made quiet), infinity stays
// infinity, subnormal numbers are kept. Every widening is exact.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_FLOAT16_H_
#define WIDTHLAB_COMMON_TENSOR_IO_FLOAT16_H_

#include <cstdint>

namespace widthlab::tensor_io {

float Float16ToFloat(uint16_t bits);
uint16_t FloatToFloat16(float value);

float BFloat16ToFloat(uint16_t bits);
uint16_t FloatToBFloat16(float value);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_FLOAT16_H_
