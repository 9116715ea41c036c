#include "services/capture/core/sensitivity/relative_noise.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/numeric/random_stream.h"

namespace widthlab::capture {
namespace {

double Norm(const float* row, size_t width) {
  double sum = 0;
  for (size_t i = 0; i < width; ++i) sum += double{row[i]} * double{row[i]};
  return std::sqrt(sum);
}

}  // namespace

void AddRelativeNoise(const NoiseStream& stream, double factor, int64_t width, int64_t first_row,
                      absl::Span<const float> update, absl::Span<const float> states,
                      absl::Span<float> out) {
  numeric::RandomStream random(stream.seed,
                               absl::StrCat("sensitivity/noise/layer ", stream.layer, "/sequence ",
                                            stream.sequence, "/draw ", stream.draw));
  random.Skip(static_cast<uint64_t>(first_row * width));
  const auto d = static_cast<size_t>(width);
  std::vector<float> z(d);
  for (size_t at = 0; at < update.size(); at += d) {
    random.FillNormal(absl::MakeSpan(z), /*stddev=*/1);
    const double length = Norm(z.data(), d);
    const double scale = length > 0 ? factor * Norm(&update[at], d) / length : 0;
    for (size_t i = 0; i < d; ++i) {
      out[at + i] = states[at + i] + static_cast<float>(scale * double{z[i]});
    }
  }
}

}  // namespace widthlab::capture
