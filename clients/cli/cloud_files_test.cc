#include "clients/cli/cloud_files.h"

#include <fstream>

#include "common/artifact/temporary_folder.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::HasSubstr;

class CloudFilesTest : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& bytes) {
    const std::string path = folder_.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  // Three rows of two zeros.
  std::string WriteNpy(const std::string& name, const std::string& shape = "(3, 2)") {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }\n";
    std::string bytes = "\x93NUMPY\x01";
    bytes += '\0';
    bytes += static_cast<char>(header.size());
    bytes += '\0';
    return Write(name, bytes + header + std::string(24, '\0'));
  }

  artifact::TemporaryFolder folder_;
};

TEST_F(CloudFilesTest, JoinsPairsOfMatrices) {
  const auto clouds = OpenCloudFiles(
      {WriteNpy("x0.npy"), WriteNpy("y0.npy"), WriteNpy("x1.npy"), WriteNpy("y1.npy")});
  ASSERT_THAT(clouds, IsOk());
  EXPECT_EQ(clouds->source(), "x0.npy");
  const auto file = tensor_io::SafetensorsFile::FromBytes(std::string(clouds->bytes()), "joined");
  ASSERT_THAT(file, IsOk());
  ASSERT_EQ(file->tensors().size(), 4u);
  EXPECT_EQ(file->tensors().at("ffn_out.1").ShapeText(), "[3, 2]");
}

TEST_F(CloudFilesTest, SendsASafetensorsFileAsItIs) {
  const auto clouds = OpenCloudFiles({Write("mine.safetensors", "whatever it is")});
  ASSERT_THAT(clouds, IsOk());
  EXPECT_EQ(clouds->bytes(), "whatever it is");
  EXPECT_EQ(clouds->source(), "mine.safetensors");
}

TEST_F(CloudFilesTest, NamesTheFileThatDoesNotFit) {
  const std::string x = WriteNpy("x.npy");
  EXPECT_THAT(OpenCloudFiles({x}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no pairs")));
  EXPECT_THAT(OpenCloudFiles({x, WriteNpy("y.npy", "(6,)")}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("y.npy has 1 dimensions")));
  EXPECT_THAT(OpenCloudFiles({x, Write("z.npy", "no matrix")}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("z.npy is no .npy file")));
  EXPECT_THAT(OpenCloudFiles({"a.safetensors", "b.safetensors"}),
              StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(OpenCloudFiles({folder_.path() + "/absent.npy", x}),
              StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace
}  // namespace widthlab::cli
