// Times the width solver: {"layers": L, "microseconds": M} a line, M the median over problems that
// are each solved once by a solver made for it (cold), with their certificates.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "services/schedule/core/solver/continuous.h"
#include "services/schedule/core/solver/problem.h"

namespace widthlab::schedule {
namespace {

struct Lists {
  std::vector<double> work, sensitivity, exponent, unit_cost, floor, cap;
};

// Work over six orders of magnitude, exponents from 0.1 to 1, floors and caps that some layers hit.
Lists MakeLists(size_t layers, std::mt19937_64& rng) {
  auto uniform = [&rng](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(rng);
  };
  Lists lists;
  for (size_t l = 0; l < layers; ++l) {
    lists.work.push_back(std::pow(10.0, uniform(-3, 3)));
    lists.sensitivity.push_back(std::pow(10.0, uniform(-1, 1)));
    lists.exponent.push_back(uniform(0.1, 1));
    lists.unit_cost.push_back(3 * std::floor(uniform(256, 1024)));
    lists.floor.push_back(64);
    lists.cap.push_back(16384);
  }
  return lists;
}

double MedianMicroseconds(size_t layers, int repeats) {
  std::mt19937_64 rng(layers);
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const Lists lists = MakeLists(layers, rng);
    WidthProblem problem{.work = lists.work,
                         .sensitivity = lists.sensitivity,
                         .exponent = lists.exponent,
                         .unit_cost = lists.unit_cost,
                         .floor = lists.floor,
                         .cap = lists.cap};
    for (double cost : lists.unit_cost) problem.budget += 2048 * cost;
    const auto start = std::chrono::steady_clock::now();
    ContinuousSolver solver;
    WidthSolution solution;
    if (!solver.Solve(problem, &solution).ok()) std::abort();
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    times.push_back(took.count());
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

}  // namespace
}  // namespace widthlab::schedule

int main() {
  for (size_t layers : {8, 32, 80, 1000, 10000}) {
    const int repeats = layers >= 1000 ? 101 : 1001;
    std::printf("{\"layers\": %zu, \"microseconds\": %.3f}\n", layers,
                widthlab::schedule::MedianMicroseconds(layers, repeats));
  }
  return 0;
}
