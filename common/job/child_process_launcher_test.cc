// The launcher and the worker together: this test calls itself as `NAME worker --spec FILE`.
#include "common/job/child_process_launcher.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/job/worker.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::job {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Does what `start` of its spec says.
absl::StatusOr<std::string> DoAsToldByStart(const schedule::v1::CosineTaperFamily& spec,
                                            const StepContext& context) {
  switch (static_cast<int>(spec.start())) {
    case 2:
      return InvalidField("start", "2", "another number");
    case 3:
      std::fprintf(stderr, "first words\nlast words\n");
      std::abort();
    case 4:
      std::signal(SIGTERM, SIG_IGN);
      std::printf("a library says hello\n");
      std::fflush(stdout);
      context.progress.Report({.stage = "sleeping", .done = 1, .total = 1});
      sleep(60);
      return absl::InternalError("was not stopped");
    default:
      context.progress.Report({.stage = "working", .done = 5, .total = 5, .unit = "steps"});
      for (const char* event : {"a", "b"}) context.progress.Publish(event);
      return "id " + std::to_string(spec.end());
  }
}

StepRegistry Registry() {
  StepRegistry registry;
  registry.Add(MakeStep<schedule::v1::CosineTaperFamily>(
      {.kind = "test.Do", .algorithm_version = "test.Do/1"}, DoAsToldByStart));
  return registry;
}

class RecordingSink final : public ProgressSink {
 public:
  void Report(const ProgressReport& report) override {
    std::lock_guard<std::mutex> lock(mutex_);
    stage_ = report.stage;
  }
  void Publish(const std::string& event) override { events_.push_back(event); }

  std::string stage() {
    std::lock_guard<std::mutex> lock(mutex_);
    return stage_;
  }
  const std::vector<std::string>& events() const { return events_; }

 private:
  std::mutex mutex_;
  std::string stage_;
  std::vector<std::string> events_;
};

class ChildProcessLauncherTest : public testing::Test {
 protected:
  ChildProcessLauncherTest() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  absl::StatusOr<v1::StepResult> Run(double start, const ChildProcessOptions& options) {
    schedule::v1::CosineTaperFamily spec;
    spec.set_start(start);
    artifact::InMemoryArtifactStore store;
    const auto step = registry_.Find("test.Do");
    const auto prepared = PrepareStep(**step, spec, store);
    EXPECT_THAT(prepared, IsOk());
    ChildProcessLauncher launcher(options);
    return launcher.Run({.step = **step, .prepared = *prepared}, sink_, cancel_);
  }

  absl::StatusOr<v1::StepResult> Run(double start) { return Run(start, {.folder = folder_}); }

  const std::string folder_ = testing::TempDir() + "/workers";
  StepRegistry registry_ = Registry();
  RecordingSink sink_;
  CancelToken cancel_;
};

TEST_F(ChildProcessLauncherTest, AWorkerGivesResultProgressAndEvents) {
  const auto result = Run(1);
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->artifact(), "id 0.500000");
  EXPECT_EQ(sink_.stage(), "working");
  EXPECT_THAT(sink_.events(), ElementsAre("a", "b"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(ChildProcessLauncherTest, AnErrorKeepsItsFacts) {
  EXPECT_THAT(Run(2), FailsOnField("start"));
}

TEST_F(ChildProcessLauncherTest, ADeadWorkerIsAnErrorWithItsLastWords) {
  const auto result = Run(3);
  EXPECT_THAT(result, StatusIs(absl::StatusCode::kInternal, HasSubstr("last words")));
  EXPECT_THAT(std::string(result.status().message()), HasSubstr("signal 6"));
  EXPECT_EQ(FactsOf(result.status())->reason, "WORKER_DIED");
}

TEST_F(ChildProcessLauncherTest, ACancelKillsEvenADeafWorkerWithinASecond) {
  absl::Time asked;
  std::thread canceller([&] {
    while (sink_.stage() != "sleeping") absl::SleepFor(absl::Milliseconds(1));
    asked = absl::Now();
    cancel_.Cancel();
  });
  const auto result = Run(4);
  canceller.join();
  EXPECT_THAT(result, StatusIs(absl::StatusCode::kCancelled));
  EXPECT_LT(absl::Now() - asked, absl::Seconds(1));
}

TEST_F(ChildProcessLauncherTest, ABinaryThatIsNotThereIsAnError) {
  const auto result = Run(1, {.binary = "/nowhere/widthlab", .folder = folder_});
  EXPECT_THAT(result, StatusIs(absl::StatusCode::kUnavailable, HasSubstr("/nowhere/widthlab")));
}

TEST_F(ChildProcessLauncherTest, AFolderThatIsNotThereIsAnError) {
  EXPECT_THAT(Run(1, {.folder = "/nowhere"}), StatusIs(absl::StatusCode::kUnavailable));
}

int WorkerMain(const std::string& spec_file) {
  DieWithParent();
  artifact::InMemoryArtifactStore store;
  numeric::ThreadPool pool(1);
  return RunWorker(Registry(), spec_file, store, pool, STDOUT_FILENO);
}

}  // namespace
}  // namespace widthlab::job

int main(int argc, char** argv) {
  if (argc == 4 && std::strcmp(argv[1], "worker") == 0) return widthlab::job::WorkerMain(argv[3]);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
