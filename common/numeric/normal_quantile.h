#ifndef WIDTHLAB_COMMON_NUMERIC_NORMAL_QUANTILE_H_
#define WIDTHLAB_COMMON_NUMERIC_NORMAL_QUANTILE_H_

#include <cstdint>

#include "absl/types/span.h"

namespace widthlab::numeric {

// The standard normal quantile Φ⁻¹(p), 0 < p < 1, by Wichura's PPND16 (Algorithm AS 241, Applied
// Statistics 37, 1988): relative error about 1e-16. Made of +, −, ×, ÷, √ and ExactLog, so its bits
// do not depend on the machine's math library.
double NormalQuantile(double p);

// A standard normal number from 64 random bits: Φ⁻¹ of the middle of one of 2^52 equal cells of
// (0, 1). Symmetric, never infinite, at most 8.21 in size.
double NormalFromBits(uint64_t bits);

// out[i] = NormalFromBits(bits[i]), several at a time. The spans have equal lengths.
void NormalsFromBits(absl::Span<const uint64_t> bits, absl::Span<double> out);

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_NORMAL_QUANTILE_H_
