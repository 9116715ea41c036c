#include "common/numeric/parallel_reduce.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(ParallelReduceTest, CombinesInTheOrderOfThePieces) {
  ThreadPool pool(4);
  const std::string text = ParallelReduce(
      pool, 0, 10, 3, std::string("<"),
      [](int64_t first, int64_t last) {
        return std::to_string(first) + "-" + std::to_string(last) + " ";
      },
      [](std::string a, std::string b) { return a + b; });
  EXPECT_EQ(text, "<0-3 3-6 6-9 9-10 ");
}

TEST(ParallelReduceTest, GivesTheStartForAnEmptyRange) {
  ThreadPool pool(2);
  EXPECT_EQ(ParallelReduce(
                pool, 4, 4, 1, 7.0, [](int64_t, int64_t) { return 1.0; },
                [](double a, double b) { return a + b; }),
            7.0);
}

TEST(ParallelReduceTest, SumsToTheSameBitsForAnyNumberOfThreads) {
  std::vector<double> values(100000);
  for (size_t i = 0; i < values.size(); ++i) values[i] = 1.0 / (1.0 + static_cast<double>(i));
  auto sum = [&](int threads) {
    ThreadPool pool(threads);
    return ParallelReduce(
        pool, 0, static_cast<int64_t>(values.size()), 1000, 0.0,
        [&](int64_t first, int64_t last) {
          double part = 0;
          for (int64_t i = first; i < last; ++i) part += values[i];
          return part;
        },
        [](double a, double b) { return a + b; });
  };
  const double one = sum(1);
  for (int threads : {2, 3, 8}) EXPECT_EQ(sum(threads), one);
}

TEST(ParallelReduceTest, KeepsFlagsApart) {
  ThreadPool pool(4);
  EXPECT_TRUE(ParallelReduce(
      pool, 0, 1000, 1, true, [](int64_t, int64_t) { return true; },
      [](bool a, bool b) { return a && b; }));
}

}  // namespace
}  // namespace widthlab::numeric
