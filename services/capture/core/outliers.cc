#include "services/capture/core/outliers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace widthlab::capture {
namespace {

constexpr size_t kTopCoordinates = 3;
constexpr size_t kTopTokens = 5;

double Square(double value) { return value * value; }

// Indices of the `count` largest values, largest first.
std::vector<size_t> Largest(const std::vector<double>& values, size_t count) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return values[a] > values[b]; });
  order.resize(std::min(count, order.size()));
  return order;
}

double ShareOf(const std::vector<double>& energies, const std::vector<size_t>& chosen,
               double total) {
  double sum = 0;
  for (const size_t index : chosen) sum += energies[index];
  return total > 0 ? sum / total : 0;
}

template <typename T>
std::vector<double> CoordinateEnergies(absl::Span<const T> states, int64_t width) {
  std::vector<double> energies(static_cast<size_t>(width), 0.0);
  for (size_t i = 0; i < states.size(); ++i) {
    energies[i % static_cast<size_t>(width)] += Square(states[i]);
  }
  return energies;
}

template <typename T>
std::vector<double> NormsOf(absl::Span<const T> states, int64_t width) {
  std::vector<double> norms;
  for (size_t begin = 0; begin < states.size(); begin += static_cast<size_t>(width)) {
    double sum = 0;
    for (const T value : states.subspan(begin, static_cast<size_t>(width))) {
      sum += Square(value);
    }
    norms.push_back(std::sqrt(sum));
  }
  return norms;
}

template <typename T>
v1::LayerOutliers Measure(absl::Span<const T> ffn_in, absl::Span<const T> ffn_out, int64_t width,
                          int64_t layer) {
  const std::vector<double> norms_in = NormsOf(ffn_in, width);
  const std::vector<double> norms_out = NormsOf(ffn_out, width);
  v1::LayerOutliers report;
  report.set_layer(static_cast<int32_t>(layer));
  report.set_median_norm_in(Median(norms_in));
  report.set_max_norm_in(*std::max_element(norms_in.begin(), norms_in.end()));
  report.set_median_norm_out(Median(norms_out));
  report.set_max_norm_out(*std::max_element(norms_out.begin(), norms_out.end()));

  std::vector<double> tokens;
  for (const double norm : norms_out) tokens.push_back(norm * norm);
  const double total = std::accumulate(tokens.begin(), tokens.end(), 0.0);
  const std::vector<size_t> percent = Largest(tokens, std::max<size_t>(tokens.size() / 100, 1));
  report.set_top_token(static_cast<int32_t>(percent.front()));
  report.set_top_token_share(ShareOf(tokens, {percent.front()}, total));
  report.set_top_percent_share(ShareOf(tokens, percent, total));
  for (const size_t row : Largest(tokens, kTopTokens)) {
    v1::OutlierToken& token = *report.add_top_tokens();
    token.set_row(static_cast<int32_t>(row));
    token.set_share(ShareOf(tokens, {row}, total));
  }

  const std::vector<double> coordinates = CoordinateEnergies(ffn_out, width);
  const std::vector<size_t> top = Largest(coordinates, kTopCoordinates);
  for (const size_t index : top) {
    report.add_top_coordinates(static_cast<int32_t>(index));
    report.add_top_coordinate_shares(ShareOf(coordinates, {index}, total));
  }
  report.set_top_coordinates_share(ShareOf(coordinates, top, total));
  return report;
}

}  // namespace

std::vector<double> RowNorms(absl::Span<const float> states, int64_t width) {
  return NormsOf(states, width);
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

v1::LayerOutliers MeasureOutliers(const Cloud& cloud, int64_t layer) {
  const Cloud::Layer& states = cloud.layers[static_cast<size_t>(layer)];
  v1::LayerOutliers report =
      Measure(states.ffn_in.values(), states.ffn_out.values(), cloud.width, layer);
  states.ffn_in.Release();
  states.ffn_out.Release();
  return report;
}

v1::LayerOutliers MeasureOutliers(absl::Span<const double> ffn_in, absl::Span<const double> ffn_out,
                                  int64_t width, int64_t layer) {
  return Measure(ffn_in, ffn_out, width, layer);
}

}  // namespace widthlab::capture
