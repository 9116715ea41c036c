#include "common/tensor_io/mapped_file.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/artifact/temporary_folder.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

constexpr size_t kBytes = 1 << 20;

class MappedFileTest : public testing::Test {
 protected:
  MappedFileTest() { std::ofstream(path_, std::ios::binary) << std::string(kBytes, 'x'); }

  const artifact::TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/file";
};

testing::Matcher<const absl::Status&> IsChanged() {
  return StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("changed while it was read"));
}

TEST_F(MappedFileTest, AFileThatStaysIsUnchanged) {
  const auto file = MappedFile::Open(path_);
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(file->bytes(), Each('x'));
  EXPECT_THAT(file->CheckUnchanged(), IsOk());
  // The name alone does not matter.
  std::filesystem::remove(path_);
  EXPECT_THAT(file->CheckUnchanged(), IsOk());
  EXPECT_EQ(file->bytes().back(), 'x');
}

TEST_F(MappedFileTest, ReadingPastANewEndGivesZerosAndAnError) {
  const auto file = MappedFile::Open(path_);
  ASSERT_THAT(file, IsOk());
  std::filesystem::resize_file(path_, 10);
  EXPECT_EQ(file->bytes()[9], 'x');
  EXPECT_EQ(file->bytes()[kBytes / 2], '\0');
  EXPECT_EQ(file->bytes().back(), '\0');
  EXPECT_THAT(file->CheckUnchanged(), IsChanged());
  EXPECT_THAT(file->CheckUnchanged(), FailsOnField(path_));
}

TEST_F(MappedFileTest, ManyThreadsSurviveAShortenedFileAtOnce) {
  const auto file = MappedFile::Open(path_);
  ASSERT_THAT(file, IsOk());
  std::filesystem::resize_file(path_, 0);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < 8; ++i) {
    threads.emplace_back([&file, i] {
      for (size_t at = i * 4096; at < kBytes; at += 3 * 4096) EXPECT_EQ(file->bytes()[at], '\0');
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(file->CheckUnchanged(), IsChanged());
}

TEST_F(MappedFileTest, AFileThatIsWrittenIsChanged) {
  auto file = MappedFile::Open(path_);
  ASSERT_THAT(file, IsOk());
  const MappedFile moved = *std::move(file);
  std::filesystem::last_write_time(
      path_, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_THAT(moved.CheckUnchanged(), IsChanged());
}

TEST_F(MappedFileTest, ABusErrorElsewhereEndsTheProcessAsBefore) {
  ASSERT_THAT(MappedFile::Open(path_), IsOk());  // the handler is there
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    raise(SIGBUS);
    raise(SIGBUS);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace widthlab::tensor_io
