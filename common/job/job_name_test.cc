#include "common/job/job_name.h"

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::job {
namespace {

TEST(JobNameTest, PartsCanBeReadBack) {
  const std::string name = NewJobName("training");
  EXPECT_EQ(name.rfind("jobs/training-", 0), 0u);
  EXPECT_THAT(AreaOfJob(name), IsOkAndHolds("training"));
  EXPECT_THAT(IdOfJob(name), IsOkAndHolds(name.substr(14)));
}

TEST(JobNameTest, IdsSortByTimeOfMakingAndAreUnique) {
  std::string last;
  for (int i = 0; i < 20'000; ++i) {
    const std::string id = NewJobId();
    ASSERT_GT(id, last);
    ASSERT_EQ(id.size(), 16u);
    last = id;
  }
}

TEST(JobNameTest, IdsOfThreadsAreUnique) {
  std::vector<std::vector<std::string>> ids(4);
  std::vector<std::thread> threads;
  for (auto& mine : ids) {
    threads.emplace_back([&mine] {
      for (int i = 0; i < 1000; ++i) mine.push_back(NewJobId());
    });
  }
  std::set<std::string> all;
  for (int i = 0; i < 4; ++i) {
    threads[i].join();
    all.insert(ids[i].begin(), ids[i].end());
  }
  EXPECT_EQ(all.size(), 4000u);
}

TEST(JobNameTest, OtherNamesAreInvalid) {
  for (const char* name :
       {"", "jobs/", "jobs/training", "jobs/training-", "training-01jb2k8v3x7q4m9e",
        "jobs/-01jb2k8v3x7q4m9e", "jobs/a/b-01jb2k8v3x7q4m9e", "jobs/training-01JB2K8V3X7Q4M9E",
        "jobs/training-01jb2k8v3x7q4m9"}) {
    EXPECT_THAT(AreaOfJob(name), FailsOnField("name")) << name;
  }
}

}  // namespace
}  // namespace widthlab::job
