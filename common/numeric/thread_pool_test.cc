#include "common/numeric/thread_pool.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <condition_variable>

#include "gtest/gtest.h"

namespace widthlab::numeric {
namespace {

TEST(ThreadPoolTest, RunsEveryBlockOnce) {
  ThreadPool pool(3);
  std::vector<int> runs(1000, 0);
  pool.Run(1000, [&](int64_t block) { ++runs[block]; });
  for (int count : runs) EXPECT_EQ(count, 1);
}

TEST(ThreadPoolTest, HasAtLeastOneThread) {
  ThreadPool pool(0);
  EXPECT_EQ(pool.threads(), 1);
  int runs = 0;
  pool.Run(5, [&](int64_t) { ++runs; });
  EXPECT_EQ(runs, 5);
}

TEST(ThreadPoolTest, RunsNothingForNoBlocks) {
  ThreadPool pool(2);
  pool.Run(0, [](int64_t) { FAIL(); });
  pool.Run(-1, [](int64_t) { FAIL(); });
}

TEST(ThreadPoolTest, CallsTheHookOnceOnEachWorker) {
  std::mutex mutex;
  std::multiset<std::thread::id> started;
  {
    ThreadPool pool(4, [&] {
      std::lock_guard<std::mutex> lock(mutex);
      started.insert(std::this_thread::get_id());
    });
    pool.Run(8, [](int64_t) {});
  }
  EXPECT_EQ(started.size(), 4u);
  EXPECT_EQ(std::set<std::thread::id>(started.begin(), started.end()).size(), 4u);
}

TEST(ThreadPoolTest, DoesNotComputeOnTheCallersThread) {
  ThreadPool pool(2);
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<int> on_caller{0};
  pool.Run(64, [&](int64_t) { on_caller += std::this_thread::get_id() == caller; });
  EXPECT_EQ(on_caller, 0);
}

TEST(ThreadPoolTest, NestsWithoutDeadlockWhenEveryWorkerIsBusy) {
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    std::atomic<int> runs{0};
    pool.Run(
        6, [&](int64_t) { pool.Run(6, [&](int64_t) { pool.Run(6, [&](int64_t) { ++runs; }); }); });
    EXPECT_EQ(runs, 216) << threads;
  }
}

TEST(ThreadPoolTest, LetsIdleWorkersHelpANestedLoop) {
  ThreadPool pool(2);
  // Two inner blocks that wait for one another finish only if they run on two threads.
  std::mutex mutex;
  std::condition_variable both_here;
  int here = 0;
  pool.Run(1, [&](int64_t) {
    pool.Run(2, [&](int64_t) {
      std::unique_lock<std::mutex> lock(mutex);
      ++here;
      both_here.notify_all();
      both_here.wait(lock, [&] { return here == 2; });
    });
  });
  EXPECT_EQ(here, 2);
}

TEST(ThreadPoolTest, ServesIndependentCallersInTurn) {
  // The long call lasts until the short one is served. Were it served first to the end, it would
  // run through all of its blocks.
  constexpr int64_t kLong = 100000;
  ThreadPool pool(1);
  std::atomic<bool> short_done{false};
  std::atomic<int64_t> waited{0};
  std::thread long_call([&] {
    pool.Run(kLong, [&](int64_t) {
      if (short_done) return;
      ++waited;
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    });
  });
  std::thread short_call([&] {
    pool.Run(3, [](int64_t) {});
    short_done = true;
  });
  short_call.join();
  long_call.join();
  EXPECT_LT(waited, kLong);
}

TEST(ThreadPoolTest, TakesCallsFromManyThreads) {
  ThreadPool pool(3);
  std::atomic<int> runs{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([&] {
      for (int repeat = 0; repeat < 50; ++repeat) pool.Run(7, [&](int64_t) { ++runs; });
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(runs, 8 * 50 * 7);
}

}  // namespace
}  // namespace widthlab::numeric
