#include "clients/cli/listing.h"

#include <string>
#include <vector>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::ElementsAre;

Arguments WithLimit(const std::string& limit) {
  Arguments arguments;
  arguments.AddFlag("limit", limit);
  return arguments;
}

TEST(Listing, TakesALimit) {
  EXPECT_THAT(LimitOf(Arguments()), IsOkAndHolds(50));
  EXPECT_THAT(LimitOf(WithLimit("7")), IsOkAndHolds(7));
  EXPECT_THAT(LimitOf(WithLimit("0")), IsOkAndHolds(0));
  EXPECT_THAT(LimitOf(WithLimit("-1")), FailsOnField("--limit"));
  EXPECT_THAT(LimitOf(WithLimit("many")), FailsOnField("--limit"));
}

TEST(Listing, AsksForPagesUntilTheLimitOrTheEnd) {
  std::vector<int> sizes;
  const auto page = [&](int size, std::string& token) -> absl::StatusOr<int> {
    sizes.push_back(size);
    token = sizes.size() < 3 ? "more" : "";
    return std::min(size, 400);
  };
  EXPECT_THAT(EachPage(0, page), IsOk());
  EXPECT_THAT(sizes, ElementsAre(1000, 1000, 1000));
  sizes.clear();
  EXPECT_THAT(EachPage(500, page), IsOk());
  EXPECT_THAT(sizes, ElementsAre(500, 100));
}

TEST(Listing, StopsAtTheFirstError) {
  EXPECT_THAT(
      EachPage(0,
               [](int, std::string&) -> absl::StatusOr<int> { return absl::InternalError("no"); }),
      StatusIs(absl::StatusCode::kInternal));
}

TEST(Listing, CompletesNamesAndFilters) {
  EXPECT_EQ(JobName("training-7"), "jobs/training-7");
  EXPECT_EQ(JobName("jobs/training-7"), "jobs/training-7");
  std::string filter;
  AddCondition("state = RUNNING", filter);
  AddCondition("kind = \"x\"", filter);
  EXPECT_EQ(filter, "state = RUNNING AND kind = \"x\"");
}

}  // namespace
}  // namespace widthlab::cli
