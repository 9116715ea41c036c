#include "services/geometry/core/distance/point_distance.h"

#include <immintrin.h>

#include <cmath>

namespace widthlab::geometry {
namespace {

double AddLanes(__m256d lanes) {
  alignas(32) double part[4];
  _mm256_store_pd(part, lanes);
  return (part[0] + part[1]) + (part[2] + part[3]);
}

// Σ (scale·(a + sign·b))².
template <int kSign>
double ScaledSquares(const double* a, const double* b, int64_t dimension, double scale) {
  const __m256d scales = _mm256_set1_pd(scale);
  const auto term = [&](int64_t k) {
    const __m256d x = _mm256_loadu_pd(a + k);
    const __m256d y = _mm256_loadu_pd(b + k);
    return _mm256_mul_pd(scales, kSign < 0 ? _mm256_sub_pd(x, y) : _mm256_add_pd(x, y));
  };
  __m256d even = _mm256_setzero_pd();
  __m256d odd = _mm256_setzero_pd();
  int64_t k = 0;
  for (; k + 8 <= dimension; k += 8) {
    const __m256d first = term(k);
    const __m256d second = term(k + 4);
    even = _mm256_fmadd_pd(first, first, even);
    odd = _mm256_fmadd_pd(second, second, odd);
  }
  double sum = AddLanes(_mm256_add_pd(even, odd));
  for (; k < dimension; ++k) {
    const double t = scale * (a[k] + kSign * b[k]);
    sum += t * t;
  }
  return sum;
}

template <int kSign>
double CombinedLength(const double* a, const double* b, int64_t dimension) {
  const double squares = ScaledSquares<kSign>(a, b, dimension, 1);
  if (squares > 1e-200 || squares != squares) return std::sqrt(squares);
  return std::sqrt(ScaledSquares<kSign>(a, b, dimension, 0x1p500)) * 0x1p-500;
}

}  // namespace

double DifferenceLength(const double* a, const double* b, int64_t dimension) {
  return CombinedLength<-1>(a, b, dimension);
}

double SumLength(const double* a, const double* b, int64_t dimension) {
  return CombinedLength<1>(a, b, dimension);
}

double Length(const double* a, int64_t dimension) { return SumLength(a, a, dimension) / 2; }

}  // namespace widthlab::geometry
