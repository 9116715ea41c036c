#include "common/job/finished_parts.h"

#include <filesystem>
#include <fstream>

#include "common/artifact/temporary_folder.h"
#include "gtest/gtest.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::job {
namespace {

v1::StepResult ResultOf(const std::string& id) {
  v1::StepResult result;
  result.set_artifact(id);
  return result;
}

TEST(FinishedPartsTest, WhatWasKeptIsFoundUnderItsNameAndKeyOnly) {
  const artifact::TemporaryFolder folder;
  const std::string below = folder.path() + "/new";
  const FinishedParts finished(below, "request");
  v1::StepResult found;
  EXPECT_FALSE(finished.Find("layer-3", &found));
  finished.Keep("layer-3", ResultOf("abc"));
  ASSERT_TRUE(finished.Find("layer-3", &found));
  EXPECT_EQ(found.artifact(), "abc");
  EXPECT_FALSE(finished.Find("layer-4", &found));
  EXPECT_FALSE(FinishedParts(below, "other").Find("layer-3", &found));
  std::filesystem::copy(below + "/layer-3", below + "/layer-4");
  EXPECT_FALSE(finished.Find("layer-4", &found));
}

TEST(FinishedPartsTest, LayersHaveTheNamesUnderWhichEarlierReleasesKeptThem) {
  EXPECT_EQ(LayerPart(0), "layer-0");
  EXPECT_EQ(LayerPart(12), "layer-12");
}

TEST(FinishedPartsTest, DamageCountsAsAbsent) {
  const artifact::TemporaryFolder folder;
  const FinishedParts finished(folder.path(), "request");
  finished.Keep("a", ResultOf("abc"));
  const std::string path = folder.path() + "/a";
  const auto size = std::filesystem::file_size(path);
  std::filesystem::resize_file(path, size - 1);
  v1::StepResult found;
  EXPECT_FALSE(finished.Find("a", &found));
  std::filesystem::resize_file(path, 3);
  EXPECT_FALSE(finished.Find("a", &found));
}

TEST(FinishedPartsTest, WithoutAFolderNothingIsKept) {
  const FinishedParts finished("", "request");
  finished.Keep("a", ResultOf("abc"));
  v1::StepResult found;
  EXPECT_FALSE(finished.Find("a", &found));
}

}  // namespace
}  // namespace widthlab::job
