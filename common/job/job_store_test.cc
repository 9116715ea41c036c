#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <memory>
#include <string>

#include "common/job/in_memory_job_store.h"
#include "common/job/job_store_contract.h"
#include "common/job/sqlite_job_store.h"

namespace widthlab::job {
namespace {

std::string FreshPath() {
  static int count = 0;
  const std::string path = testing::TempDir() + "/jobs" + std::to_string(count++) + ".db";
  for (const char* suffix : {"", "-wal", "-shm"}) std::remove((path + suffix).c_str());
  return path;
}

std::unique_ptr<SqliteJobStore> OpenSqlite(const std::string& path) {
  auto store = SqliteJobStore::Open(path);
  EXPECT_THAT(store, IsOk());
  return store.ok() ? *std::move(store) : nullptr;
}

INSTANTIATE_TEST_SUITE_P(InMemory, JobStoreContract, testing::Values([] {
                           return std::unique_ptr<JobStore>(new InMemoryJobStore());
                         }));
INSTANTIATE_TEST_SUITE_P(Sqlite, JobStoreContract, testing::Values([] {
                           return std::unique_ptr<JobStore>(OpenSqlite(FreshPath()));
                         }));

JobRecord Record(const std::string& content = "content") {
  JobRecord record;
  record.job.set_name(NewJobName("training"));
  record.job.set_state(v1::JOB_STATE_QUEUED);
  record.job.set_request_id("id");
  record.content = content;
  return record;
}

TEST(SqliteJobStoreTest, AKilledProcessLosesNothingThatItJournalled) {
  const std::string path = FreshPath();
  const JobRecord record = Record();
  const pid_t child = fork();
  if (child == 0) {
    auto store = SqliteJobStore::Open(path);
    if (!store.ok() || !(*store)->Insert(record).ok()) _exit(1);
    v1::Job job = record.job;
    job.set_state(v1::JOB_STATE_RUNNING);
    if (!(*store)->Update(job).ok()) _exit(2);
    if (!(*store)->AppendEvents(job.name(), 0, {"event"}).ok()) _exit(3);
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status)) << "exit code " << WEXITSTATUS(status);

  const auto store = OpenSqlite(path);
  const auto unfinished = store->Unfinished();
  ASSERT_THAT(unfinished, IsOk());
  ASSERT_EQ(unfinished->size(), 1u);
  EXPECT_EQ(unfinished->front().job.name(), record.job.name());
  EXPECT_EQ(unfinished->front().job.state(), v1::JOB_STATE_RUNNING);
  EXPECT_THAT(store->ReadEvents(record.job.name(), 0, 10),
              IsOkAndHolds(testing::ElementsAre("event")));
  EXPECT_FALSE(store->Insert(Record())->created);
}

TEST(SqliteJobStoreTest, AFullDiskIsAClearErrorAndLeavesNoJob) {
  const auto store = OpenSqlite(FreshPath());
  ASSERT_THAT(store->database().Execute("PRAGMA max_page_count = 12"), IsOk());
  const JobRecord record = Record(std::string(1'000'000, 'x'));
  const auto inserted = store->Insert(record);
  EXPECT_THAT(inserted, StatusIs(absl::StatusCode::kResourceExhausted));
  EXPECT_EQ(FactsOf(inserted.status())->reason, "DISK_FULL");
  EXPECT_THAT(store->Get(record.job.name()), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(store->Insert(Record()), IsOk());
}

}  // namespace
}  // namespace widthlab::job
