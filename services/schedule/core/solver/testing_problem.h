// Problems for tests: lists that live as long as the problem that views them.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_TESTING_PROBLEM_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_TESTING_PROBLEM_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "services/schedule/core/solver/problem.h"

namespace widthlab::schedule {

struct OwnedProblem {
  explicit OwnedProblem(size_t layers)
      : work(layers, 1),
        sensitivity(layers, 1),
        exponent(layers, 0.5),
        unit_cost(layers, 1),
        floor(layers, 0),
        cap(layers, kNoCap) {}

  WidthProblem View() const {
    WidthProblem p;
    p.work = work;
    p.sensitivity = sensitivity;
    p.exponent = exponent;
    p.unit_cost = unit_cost;
    p.floor = floor;
    p.cap = cap;
    p.budget = budget;
    p.reference_width = reference_width;
    return p;
  }

  std::vector<double> work, sensitivity, exponent, unit_cost, floor, cap;
  double budget = 1;
  double reference_width = 0;
};

// What the random problems vary over.
struct RandomRanges {
  size_t max_layers = 200;
  double work_decades = 3;  // work in [10^-d, 10^d]
  double least_exponent = 0.05, most_exponent = 3;
  bool equal_costs = false;
};

// A feasible problem; some floors are 0, some caps are missing, some bounds are equal.
inline OwnedProblem RandomProblem(std::mt19937_64& rng, const RandomRanges& ranges) {
  auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(rng);
  };
  OwnedProblem p(1 + rng() % ranges.max_layers);
  const double equal_cost = std::floor(uniform(1, 5000));
  double least = 0;
  double most = 0;
  for (size_t l = 0; l < p.work.size(); ++l) {
    p.work[l] = std::pow(10.0, uniform(-ranges.work_decades, ranges.work_decades));
    p.sensitivity[l] = std::pow(10.0, uniform(-1, 1));
    p.exponent[l] =
        std::exp(uniform(std::log(ranges.least_exponent), std::log(ranges.most_exponent)));
    p.unit_cost[l] = ranges.equal_costs ? equal_cost : std::floor(uniform(1, 5000));
    p.floor[l] = rng() % 3 == 0 ? 0 : uniform(1, 400);
    p.cap[l] = rng() % 3 == 0 ? kNoCap : p.floor[l] + uniform(1, 4000);
    if (rng() % 20 == 0 && p.floor[l] > 0) p.cap[l] = p.floor[l];
    least += p.unit_cost[l] * p.floor[l];
    most += p.unit_cost[l] * std::min(p.cap[l], p.floor[l] + 4000);
  }
  p.budget = least + (most - least) * uniform(0.001, 0.999);
  return p;
}

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_TESTING_PROBLEM_H_
