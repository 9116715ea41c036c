#include "common/model/model_files.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "common/tensor_io/gguf_builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kMistral[] = "tests/data/models/mistral-tiny";

std::string TinyGguf() {
  tensor_io::GgufBuilder gguf;
  gguf.Text("general.architecture", "llama").Uint32("llama.block_count", 1);
  gguf.Uint32("llama.embedding_length", 2).Uint32("llama.attention.head_count", 1);
  gguf.Uint32("llama.context_length", 8).Uint32("llama.feed_forward_length", 3);
  gguf.Float32("llama.attention.layer_norm_rms_epsilon", 1e-5f);
  gguf.Floats("token_embd.weight", {2, 2}, {1, 2, 3, 4});
  return gguf.Build();
}

class ModelFilesTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }
  void Write(const std::string& name, const std::string& bytes) const {
    std::ofstream(Path(name), std::ios::binary) << bytes;
  }

  artifact::TemporaryFolder folder_;
};

TEST_F(ModelFilesTest, ReadsAFolder) {
  const auto files = FindModelFiles(kMistral);
  ASSERT_THAT(files, IsOk());
  EXPECT_EQ(files->Find(kTokenizerJson), nullptr);
  const auto a = ReadArchitecture(*files);
  ASSERT_THAT(a, IsOk());
  EXPECT_EQ(a->layers, 4);
  const auto weights = OpenWeights(*files);
  ASSERT_THAT(weights, IsOk());
  EXPECT_NE((*weights)->Find("model.norm.weight"), nullptr);
}

TEST_F(ModelFilesTest, ReadsAGgufAndAFolderWithOne) {
  Write("tiny.gguf", TinyGguf());
  for (const std::string& path : {Path("tiny.gguf"), folder_.path()}) {
    const auto files = FindModelFiles(path);
    ASSERT_THAT(files, IsOk()) << path;
    EXPECT_EQ(files->gguf, "tiny.gguf");
    EXPECT_EQ(ReadArchitecture(*files)->hidden_size, 2);
    EXPECT_NE((*OpenWeights(*files))->Find("model.embed_tokens.weight"), nullptr);
  }
  Write("other.gguf", TinyGguf());
  EXPECT_THAT(FindModelFiles(folder_.path()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("other.gguf, tiny.gguf")));
}

TEST_F(ModelFilesTest, SaysWhatIsNoModel) {
  EXPECT_THAT(FindModelFiles(folder_.path()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("neither config.json nor a .gguf")));
  EXPECT_THAT(FindModelFiles(Path("x.bin")),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("neither a folder nor")));
  Write("config.json", "{}");
  EXPECT_THAT(FindModelFiles(folder_.path()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("neither model.safetensors")));
}

TEST_F(ModelFilesTest, EveryFileGoesThroughTheResolver) {
  for (const char* name : {"config.json", "model.safetensors"}) {
    fs::copy_file(std::string(kMistral) + "/" + name, Path(name));
  }
  Write("tokenizer.json", "{}");
  for (const char* refused : {"config.json", "model.safetensors", "tokenizer.json"}) {
    const auto files =
        FindModelFiles(folder_.path(), [&](const std::string& path) -> absl::StatusOr<std::string> {
          if (fs::path(path).filename() == refused) return absl::PermissionDeniedError(refused);
          return path;
        });
    EXPECT_THAT(files, StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr(refused)));
  }
  EXPECT_THAT(FindModelFiles(folder_.path()), IsOk());
}

TEST_F(ModelFilesTest, ReadsAnArtifact) {
  artifact::InMemoryArtifactStore store;
  artifact::ArtifactBuilder builder(store, artifact::v1::ARTIFACT_KIND_MODEL, 1);
  ASSERT_THAT(builder.AddFile("tiny.gguf", "application/octet-stream", TinyGguf()), IsOk());
  const auto artifact = builder.Commit({.spec_type = "widthlab.artifact.v1.ImportSpec",
                                        .spec_json = R"({"source":"test"})",
                                        .algorithm_version = "test/1"});
  ASSERT_THAT(artifact, IsOk());
  const auto files = StoredModelFiles(store, artifact->id());
  ASSERT_THAT(files, IsOk());
  EXPECT_EQ(ReadArchitecture(*files)->hidden_size, 2);
  EXPECT_THAT(OpenWeights(*files), IsOk());
}

}  // namespace
}  // namespace widthlab::model
