#include "common/model/rotary_angles.h"

#include <cmath>

#include "common/model/kernels.h"

namespace widthlab::model {
namespace {

using architecture::RopeScaling;

constexpr float kTwoPi = 6.283185307179586f;

// Meta's rule for Llama 3.1: waves longer than the first context / low_freq_factor are slowed
// down by `factor`, those shorter than context / high_freq_factor stay, between them both are
// mixed.
float Llama3Frequency(float frequency, const RopeScaling& s) {
  const auto context = static_cast<float>(s.original_max_positions);
  const auto low = static_cast<float>(s.low_freq_factor);
  const auto high = static_cast<float>(s.high_freq_factor);
  const auto factor = static_cast<float>(s.factor);
  const float wave = kTwoPi / frequency;
  if (wave > context / low) return frequency / factor;
  if (wave < context / high) return frequency;
  const float smooth = (context / wave - low) / (high - low);
  return (1.0f - smooth) * frequency / factor + smooth * frequency;
}

float Scaled(float frequency, const RopeScaling& s, size_t i) {
  switch (s.kind) {
    case RopeScaling::Kind::kNone:
      return frequency;
    case RopeScaling::Kind::kLinear:
      return frequency / static_cast<float>(s.factor);
    case RopeScaling::Kind::kLlama3:
      return Llama3Frequency(frequency, s);
    case RopeScaling::Kind::kDivisors:
      return frequency / static_cast<float>(s.divisors[i]);
  }
  return frequency;
}

RotaryValues ValuesOf(const std::vector<float>& frequencies, int64_t positions) {
  const size_t half = frequencies.size();
  RotaryValues values;
  values.cosine.resize(static_cast<size_t>(positions) * half);
  values.sine.resize(values.cosine.size());
  for (size_t t = 0; t < static_cast<size_t>(positions); ++t) {
    for (size_t i = 0; i < half; ++i) {
      const double angle = static_cast<double>(static_cast<float>(t) * frequencies[i]);
      values.cosine[t * half + i] = static_cast<float>(std::cos(angle));
      values.sine[t * half + i] = static_cast<float>(std::sin(angle));
    }
  }
  return values;
}

}  // namespace

std::vector<float> RotaryFrequencies(double theta, const RopeScaling& scaling, int64_t head_dim) {
  std::vector<float> frequencies;
  for (int64_t i = 0; i < head_dim / 2; ++i) {
    const float exponent = static_cast<float>(2 * i) / static_cast<float>(head_dim);
    const auto power = static_cast<float>(std::pow(theta, static_cast<double>(exponent)));
    frequencies.push_back(Scaled(1.0f / power, scaling, static_cast<size_t>(i)));
  }
  return frequencies;
}

RotaryAngles::RotaryAngles(const architecture::Architecture& a, int64_t positions) {
  if (a.positions != architecture::Positions::kRotary) return;
  const int64_t head_dim = architecture::ShapeOfLayer(a, 0).head_dim;
  if (a.model_type == "widthlab") {
    global_.cosine.resize(static_cast<size_t>(positions * head_dim / 2));
    global_.sine.resize(global_.cosine.size());
    RotaryTables(a.rope_theta, positions, head_dim, global_.cosine.data(), global_.sine.data());
    return;
  }
  global_ = ValuesOf(RotaryFrequencies(a.rope_theta, a.rope_scaling, head_dim), positions);
  if (a.local_rope_theta == 0) return;
  local_ = ValuesOf(RotaryFrequencies(a.local_rope_theta, {}, head_dim), positions);
  for (int64_t l = 0; l < a.layers; ++l) {
    is_local_.push_back(architecture::WindowOfLayer(a, l) > 0);
  }
}

const RotaryValues& RotaryAngles::OfLayer(int64_t layer) const {
  const bool local = !is_local_.empty() && is_local_[static_cast<size_t>(layer)];
  return local ? local_ : global_;
}

}  // namespace widthlab::model
