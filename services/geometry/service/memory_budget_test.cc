#include "services/geometry/service/memory_budget.h"

#include <atomic>
#include <thread>
#include <vector>

#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::geometry {
namespace {

absl::Status Fine() { return absl::OkStatus(); }

TEST(MemoryBudgetTest, GivesWhatIsThereAndTakesItBack) {
  MemoryBudget budget(100);
  {
    const auto most = budget.Take(80);
    ASSERT_TRUE(most.has_value());
    EXPECT_FALSE(budget.Take(21).has_value());
    EXPECT_TRUE(budget.Take(20).has_value());
  }
  EXPECT_TRUE(budget.Take(100).has_value());
}

TEST(MemoryBudgetTest, WaitsUntilItFits) {
  MemoryBudget budget(100);
  auto first = budget.Take(60);
  std::atomic<bool> served{false};
  std::thread waiter([&] {
    EXPECT_THAT(budget.Wait(50, Fine), IsOk());
    served = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_FALSE(served);
  first.reset();
  waiter.join();
  EXPECT_TRUE(served);
}

TEST(MemoryBudgetTest, StopsWaitingForAReason) {
  MemoryBudget budget(100);
  const auto all = budget.Take(100);
  EXPECT_THAT(budget.Wait(1, [] { return absl::CancelledError("gone"); }),
              StatusIs(absl::StatusCode::kCancelled, "gone"));
}

TEST(MemoryBudgetTest, NeverGivesMoreThanItHas) {
  MemoryBudget budget(10);
  std::atomic<int> used{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, bytes = 1 + i] {
      for (int round = 0; round < 50; ++round) {
        const auto lease = budget.Wait(bytes, Fine);
        EXPECT_LE(used += bytes, 10);
        used -= bytes;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(budget.Take(10).has_value());
}

}  // namespace
}  // namespace widthlab::geometry
