#include "common/tensor_io/safetensors_source.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/artifact/temporary_folder.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "common/tensor_io/float16.h"
#include "common/tensor_io/safetensors_writer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SafetensorsSourceTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }

  void WriteText(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
  }

  // A file with one tensor 0, 1, 2, ... for each name, [3, 2].
  void WriteShard(const std::string& file, const std::vector<std::string>& names) const {
    const std::vector<float> values = {0, 1, 2, 3, 4, 5};
    std::vector<TensorToWrite> tensors;
    for (const std::string& name : names) {
      tensors.push_back(FromSpan(name, {3, 2}, absl::MakeConstSpan(values)));
    }
    ASSERT_THAT(WriteSafetensorsFile(std::move(tensors), {}, Path(file)), IsOk());
  }

  absl::StatusOr<std::unique_ptr<TensorSource>> Open() const {
    return OpenSafetensorsFolder(folder_.path());
  }

  std::string RuleOf(const absl::Status& status) const {
    const auto facts = FactsOf(status);
    return facts.has_value() && facts->metadata.count("rule") ? facts->metadata.at("rule") : "";
  }

  artifact::TemporaryFolder folder_;
};

TEST_F(SafetensorsSourceTest, ReadsWholeTensorsAndRows) {
  WriteShard("model.safetensors", {"w"});
  const auto source = Open();
  ASSERT_THAT(source, IsOk());
  const SourceTensor* tensor = (*source)->Find("w");
  ASSERT_NE(tensor, nullptr);
  EXPECT_THAT(tensor->shape, ElementsAre(3, 2));
  EXPECT_EQ(tensor->type, "F32");
  EXPECT_EQ(tensor->stored_bytes, 24u);
  std::vector<float> all(6);
  ASSERT_THAT((*source)->Read("w", absl::MakeSpan(all)), IsOk());
  EXPECT_THAT(all, ElementsAre(0, 1, 2, 3, 4, 5));
  std::vector<float> rows(4);
  ASSERT_THAT((*source)->ReadRows("w", 1, absl::MakeSpan(rows)), IsOk());
  EXPECT_THAT(rows, ElementsAre(2, 3, 4, 5));
  std::vector<uint16_t> halves(2);
  ASSERT_THAT((*source)->ReadRows("w", 1, absl::MakeSpan(halves)), IsOk());
  EXPECT_THAT(halves, ElementsAre(0x4000, 0x4040));
}

TEST_F(SafetensorsSourceTest, RefusesReadsThatDoNotFit) {
  WriteShard("model.safetensors", {"w"});
  const auto source = Open();
  ASSERT_THAT(source, IsOk());
  std::vector<float> out(5);
  const auto invalid = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT((*source)->Read("w", absl::MakeSpan(out)),
              StatusIs(invalid, HasSubstr("has 6 elements, 5 were asked for")));
  EXPECT_THAT((*source)->ReadRows("w", 0, absl::MakeSpan(out)), StatusIs(invalid));
  out.resize(4);
  EXPECT_THAT((*source)->ReadRows("w", 2, absl::MakeSpan(out)), StatusIs(invalid));
  EXPECT_THAT((*source)->ReadRows("w", -1, absl::MakeSpan(out)), StatusIs(invalid));
  EXPECT_THAT((*source)->ReadRows("w", INT64_MAX, absl::MakeSpan(out)), StatusIs(invalid));
  EXPECT_THAT((*source)->Read("v", absl::MakeSpan(out)), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(SafetensorsSourceTest, NarrowTypesAreWidenedAndIntegersRefused) {
  const std::vector<uint16_t> halves = {0x3c00, 0xc000};  // 1 and -2
  const std::vector<uint16_t> brains = {0x3f80, 0xc000};
  const std::vector<int64_t> integers = {1, 2};
  const auto bytes = [](const auto& values) {
    return std::string_view(reinterpret_cast<const char*>(values.data()),
                            values.size() * sizeof(values[0]));
  };
  std::vector<TensorToWrite> tensors;
  tensors.push_back(FromBytes("f16", DType::kF16, {2}, bytes(halves)));
  tensors.push_back(FromBytes("bf16", DType::kBF16, {2}, bytes(brains)));
  tensors.push_back(FromBytes("ids", DType::kI64, {2}, bytes(integers)));
  ASSERT_THAT(WriteSafetensorsFile(std::move(tensors), {}, Path("model.safetensors")), IsOk());
  const auto source = Open();
  ASSERT_THAT(source, IsOk());
  for (const char* name : {"f16", "bf16"}) {
    std::vector<float> out(2);
    ASSERT_THAT((*source)->Read(name, absl::MakeSpan(out)), IsOk());
    EXPECT_THAT(out, ElementsAre(1, -2)) << name;
    std::vector<uint16_t> narrow(2);
    ASSERT_THAT((*source)->Read(name, absl::MakeSpan(narrow)), IsOk());
    EXPECT_EQ(narrow, brains) << name;
  }
  std::vector<float> out(2);
  EXPECT_THAT((*source)->Read("ids", absl::MakeSpan(out)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is I64")));
  EXPECT_EQ((*source)->Mapped("bf16", "BF16"), bytes(brains));
  EXPECT_THAT((*source)->Mapped("bf16", "F32"), IsEmpty());
  EXPECT_THAT((*source)->Mapped("ids", "I64"), IsEmpty());
}

TEST_F(SafetensorsSourceTest, ReadsShardsAsTheIndexSays) {
  WriteShard("a.safetensors", {"one"});
  WriteShard("b.safetensors", {"two", "three"});
  WriteText("model.safetensors.index.json", R"({"metadata": {"total_size": 1},
      "weight_map": {"one": "a.safetensors", "two": "b.safetensors", "three": "b.safetensors"}})");
  const auto source = Open();
  ASSERT_THAT(source, IsOk());
  EXPECT_EQ((*source)->tensors().size(), 3u);
  std::vector<float> out(6);
  EXPECT_THAT((*source)->Read("three", absl::MakeSpan(out)), IsOk());
  const auto files = SafetensorsFiles(folder_.path());
  ASSERT_THAT(files, IsOk());
  EXPECT_THAT(*files,
              ElementsAre("model.safetensors.index.json", "a.safetensors", "b.safetensors"));
}

TEST_F(SafetensorsSourceTest, RefusesShardsThatDisagreeWithTheIndex) {
  WriteShard("a.safetensors", {"one"});
  WriteShard("b.safetensors", {"two"});
  const auto open = [&](const std::string& map) {
    WriteText("model.safetensors.index.json", "{\"weight_map\": " + map + "}");
    return Open().status();
  };
  ASSERT_THAT(open(R"({"one": "a.safetensors", "two": "b.safetensors"})"), IsOk());
  // Names a tensor that is not there.
  absl::Status status =
      open(R"({"one": "a.safetensors", "two": "b.safetensors", "three": "b.safetensors"})");
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("three")));
  EXPECT_EQ(RuleOf(status), "shard");
  // Lacks one that is.
  WriteShard("b.safetensors", {"two", "three"});
  status = open(R"({"one": "a.safetensors", "two": "b.safetensors"})");
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not in the index")));
  // Two shards have the same tensor.
  WriteShard("b.safetensors", {"two", "one"});
  status = open(R"({"one": "a.safetensors", "two": "b.safetensors"})");
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument,
                               HasSubstr("is in a.safetensors as the index says")));
  // Names a file that is not there.
  status = open(R"({"one": "a.safetensors", "two": "c.safetensors"})");
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, HasSubstr("c.safetensors")));
}

TEST_F(SafetensorsSourceTest, AFolderWithoutWeightsSaysWhatWasLookedFor) {
  EXPECT_THAT(Open(), StatusIs(absl::StatusCode::kNotFound,
                               HasSubstr("neither model.safetensors nor model.safetensors.index")));
}

TEST_F(SafetensorsSourceTest, EveryFileGoesThroughTheResolver) {
  WriteShard("a.safetensors", {"one"});
  WriteText("model.safetensors.index.json", R"({"weight_map": {"one": "a.safetensors"}})");
  std::vector<std::string> asked;
  const auto source = OpenSafetensorsFolder(
      folder_.path(), [&](const std::string& path) -> absl::StatusOr<std::string> {
        asked.push_back(std::filesystem::path(path).filename().string());
        if (asked.back() == "a.safetensors") return absl::PermissionDeniedError("outside");
        return path;
      });
  EXPECT_THAT(source, StatusIs(absl::StatusCode::kPermissionDenied));
  EXPECT_THAT(asked, testing::Contains("model.safetensors"));
}

int64_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  int64_t pages = 0;
  file >> pages >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

TEST_F(SafetensorsSourceTest, AReadLeavesNoPagesBehind) {
  constexpr int64_t kRows = 16384;
  constexpr int64_t kColumns = 1024;  // 64 MiB
  const std::string path = testing::TempDir() + "/large.safetensors";
  {
    std::vector<TensorToWrite> tensors;
    tensors.push_back({.name = "w",
                       .dtype = DType::kF32,
                       .shape = {kRows, kColumns},
                       .write = [](const ByteSink& sink) {
                         const std::vector<float> row(kColumns, 1);
                         for (int64_t i = 0; i < kRows; ++i) {
                           const absl::Status status =
                               sink({reinterpret_cast<const char*>(row.data()), 4 * kColumns});
                           if (!status.ok()) return status;
                         }
                         return absl::OkStatus();
                       }});
    ASSERT_THAT(WriteSafetensorsFile(std::move(tensors), {}, path), IsOk());
  }
  const auto source = OpenSafetensorsFile(path);
  ASSERT_THAT(source, IsOk());
  std::vector<float> out(kRows * kColumns / 16);
  const int64_t before = ResidentBytes() + static_cast<int64_t>(4 * out.size());
  for (int i = 0; i < 16; ++i) {
    ASSERT_THAT((*source)->ReadRows("w", i * kRows / 16, absl::MakeSpan(out)), IsOk());
    EXPECT_EQ(out.back(), 1);
  }
  EXPECT_LT(ResidentBytes() - before, 8 << 20);
  const std::string_view mapped = (*source)->Mapped("w", "F32");
  ASSERT_EQ(mapped.size(), 4u * kRows * kColumns);
  int64_t sum = 0;
  for (size_t i = 0; i < mapped.size(); i += 4096) sum += mapped[i + 3];
  EXPECT_EQ(sum, 0x3f * static_cast<int64_t>(mapped.size() / 4096));
  EXPECT_GT(ResidentBytes() - before, 32 << 20);
  (*source)->Release("w");
  EXPECT_LT(ResidentBytes() - before, 8 << 20);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace widthlab::tensor_io
