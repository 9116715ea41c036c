#include "common/numeric/parallel_for.h"

#include <atomic>
#include <limits>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

using Pieces = std::set<std::pair<int64_t, int64_t>>;

Pieces PiecesOf(int threads, int64_t begin, int64_t end, int64_t grain) {
  ThreadPool pool(threads);
  std::mutex mutex;
  Pieces pieces;
  ParallelFor(pool, begin, end, grain, [&](int64_t first, int64_t last) {
    std::lock_guard<std::mutex> lock(mutex);
    EXPECT_TRUE(pieces.emplace(first, last).second);
  });
  return pieces;
}

TEST(ParallelForTest, CutsTheRangeAtMultiplesOfTheGrain) {
  EXPECT_EQ(PiecesOf(2, 3, 10, 3), (Pieces{{3, 6}, {6, 9}, {9, 10}}));
  EXPECT_EQ(PiecesOf(2, 0, 6, 3), (Pieces{{0, 3}, {3, 6}}));
  EXPECT_EQ(PiecesOf(2, -2, 1, 100), (Pieces{{-2, 1}}));
}

TEST(ParallelForTest, CutsAlikeForAnyNumberOfThreads) {
  const Pieces one = PiecesOf(1, 0, 1000, 7);
  for (int threads : {2, 3, 8}) EXPECT_EQ(PiecesOf(threads, 0, 1000, 7), one);
}

TEST(ParallelForTest, DoesNothingOnAnEmptyRange) {
  EXPECT_TRUE(PiecesOf(2, 5, 5, 1).empty());
  EXPECT_TRUE(PiecesOf(2, 5, 4, 1).empty());
}

TEST(ParallelForTest, TakesAGrainBelowOneAsOne) {
  EXPECT_EQ(PiecesOf(2, 0, 2, 0), (Pieces{{0, 1}, {1, 2}}));
}

TEST(ParallelForTest, ReachesTheEndOfTheIntegers) {
  const int64_t last = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(PiecesOf(2, last - 3, last, 2), (Pieces{{last - 3, last - 1}, {last - 1, last}}));
}

TEST(ParallelForTest, StopsAfterCancellation) {
  ThreadPool pool(2);
  std::atomic<int> runs{0};
  EXPECT_FALSE(
      ParallelFor(pool, 0, 10000, 1, [&] { return runs >= 5; }, [&](int64_t, int64_t) { ++runs; }));
  EXPECT_GE(runs, 5);
  EXPECT_LE(runs, 5 + pool.threads());
}

TEST(ParallelForTest, SaysTrueWhenNobodyCancels) {
  ThreadPool pool(2);
  std::atomic<int> runs{0};
  EXPECT_TRUE(
      ParallelFor(pool, 0, 100, 1, [] { return false; }, [&](int64_t, int64_t) { ++runs; }));
  EXPECT_EQ(runs, 100);
}

}  // namespace
}  // namespace widthlab::numeric
