// Seeded noise whose every row is a given multiple of the update's row in length.
//
//   // Rows 64 to 127 of sequence 3 in layer 5, second draw, minus sign:
//   AddRelativeNoise({.seed = 7, .layer = 5, .sequence = 3, .draw = 1}, -0.1, /*width=*/d,
//                    /*first_row=*/64, update, update, out);
//
// z is a standard normal row, the noise |factor| * |update| * z / |z|: its direction is uniform,
// and its length is exact. Factors of opposite sign give opposite noise, to the bit. A row of zeros
// stays as it is.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_RELATIVE_NOISE_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_RELATIVE_NOISE_H_

#include <cstdint>

#include "absl/types/span.h"

namespace widthlab::capture {

// A stream for each sequence, so that its noise does not depend on what else is measured.
struct NoiseStream {
  uint64_t seed = 0;
  int64_t layer = 0;
  int64_t sequence = 0;
  int64_t draw = 0;
};

// out = states + noise, for rows [first_row, ...) of the stream's sequence. Spans have the same
// size; any of them may be the same.
void AddRelativeNoise(const NoiseStream& stream, double factor, int64_t width, int64_t first_row,
                      absl::Span<const float> update, absl::Span<const float> states,
                      absl::Span<float> out);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_RELATIVE_NOISE_H_
