// Counts allocations, so it is a program of its own.
#include <cstddef>
#include <cstdlib>
#include <new>
#include <random>

#include "gtest/gtest.h"
#include "services/schedule/core/solver/continuous.h"
#include "services/schedule/core/solver/testing_problem.h"

namespace {
int allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace widthlab::schedule {
namespace {

TEST(WarmSolveTest, ASolverUsedAgainAllocatesNothing) {
  std::mt19937_64 rng(1);
  const OwnedProblem owned = RandomProblem(rng, {});
  const WidthProblem problem = owned.View();
  ContinuousSolver solver;
  WidthSolution solution;
  ASSERT_TRUE(solver.Solve(problem, &solution).ok());
  const int before = allocations;
  const bool ok = solver.Solve(problem, &solution).ok();
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(ok);
}

}  // namespace
}  // namespace widthlab::schedule
