#include "services/training/core/adamw.h"

#include <algorithm>
#include <cmath>

#include "common/model/float8.h"

namespace widthlab::training {
namespace {

using model::Float8;
using model::Load8;
using model::Store8;

constexpr int64_t kPieceSize = 65536;

// The numbers of one step, the same for every element.
struct Coefficients {
  float gradient_scale;
  float beta1;
  float beta2;
  float epsilon;
  float keep;         // 1 - lr decay
  float step_size;    // lr / (1 - b1^t)
  float root_factor;  // 1 / sqrt(1 - b2^t)
};

void UpdatePiece(const Coefficients& c, const float* gradient, int64_t size, float* weight,
                 float* first, float* second) {
  model::ForEach8(size, [&](int64_t i, int64_t count) {
    const Float8 g = Load8(gradient + i, count) * c.gradient_scale;
    const Float8 m = Load8(first + i, count) * c.beta1 + g * (1.0f - c.beta1);
    const Float8 v = Load8(second + i, count) * c.beta2 + g * g * (1.0f - c.beta2);
    const Float8 root = model::Sqrt8(v) * c.root_factor + c.epsilon;
    Store8(Load8(weight + i, count) * c.keep - m / root * c.step_size, weight + i, count);
    Store8(m, first + i, count);
    Store8(v, second + i, count);
  });
}

}  // namespace

AdamW::AdamW(const model::Parameters& parameters, const AdamWOptions& options)
    : options_(options),
      first_moment_(static_cast<int64_t>(parameters.values().size())),
      second_moment_(first_moment_.size()) {
  for (size_t i = 0; i < parameters.specs().size(); ++i) {
    const model::ParameterSpec& spec = parameters.specs()[i];
    for (int64_t done = 0; done < spec.size(); done += kPieceSize) {
      pieces_.push_back({.begin = parameters.offset(i) + done,
                         .size = std::min(kPieceSize, spec.size() - done),
                         .decays = spec.is_matrix()});
    }
  }
}

void AdamW::Step(numeric::ThreadPool& pool, absl::Span<const float> gradient, double gradient_scale,
                 double learning_rate, model::Parameters& parameters) {
  ++steps_;
  const double t = static_cast<double>(steps_);
  const Coefficients plain{
      .gradient_scale = static_cast<float>(gradient_scale),
      .beta1 = static_cast<float>(options_.beta1),
      .beta2 = static_cast<float>(options_.beta2),
      .epsilon = static_cast<float>(options_.epsilon),
      .keep = 1.0f,
      .step_size = static_cast<float>(learning_rate / (1.0 - std::pow(options_.beta1, t))),
      .root_factor = static_cast<float>(1.0 / std::sqrt(1.0 - std::pow(options_.beta2, t)))};
  Coefficients decaying = plain;
  decaying.keep = static_cast<float>(1.0 - learning_rate * options_.weight_decay);
  pool.Run(static_cast<int64_t>(pieces_.size()), [&](int64_t index) {
    const Piece& piece = pieces_[static_cast<size_t>(index)];
    UpdatePiece(piece.decays ? decaying : plain, gradient.data() + piece.begin, piece.size,
                parameters.values().data() + piece.begin,
                first_moment_.values().data() + piece.begin,
                second_moment_.values().data() + piece.begin);
  });
}

}  // namespace widthlab::training
