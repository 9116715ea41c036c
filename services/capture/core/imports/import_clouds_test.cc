#include "services/capture/core/imports/import_clouds.h"

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/safetensors_writer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

absl::Status Fine() { return absl::OkStatus(); }

constexpr int64_t kRows = 6;
constexpr int64_t kWidth = 2;

class ImportCloudsTest : public testing::Test {
 protected:
  ImportCloudsTest() {
    for (const char* name : {"ffn_in.0", "ffn_out.0", "ffn_in.1", "ffn_out.1"}) {
      for (int64_t i = 0; i < kRows * kWidth; ++i) {
        clouds_[name].push_back(static_cast<float>(i + 1) * 0.25f);
      }
    }
  }

  absl::StatusOr<artifact::v1::Artifact> Import(CloudImport what = {}) {
    std::vector<tensor_io::TensorToWrite> tensors;
    for (const auto& [name, values] : clouds_) {
      tensors.push_back(tensor_io::FromSpan(name,
                                            {static_cast<int64_t>(values.size()) / kWidth, kWidth},
                                            absl::MakeConstSpan(values)));
    }
    for (const auto& [name, values] : tables_) {
      tensors.push_back(tensor_io::FromSpan(name, {static_cast<int64_t>(values.size())},
                                            absl::MakeConstSpan(values)));
    }
    for (const auto& [name, values] : doubles_) {
      tensors.push_back(tensor_io::FromSpan(name,
                                            {static_cast<int64_t>(values.size()) / kWidth, kWidth},
                                            absl::MakeConstSpan(values)));
    }
    std::string bytes;
    EXPECT_THAT(tensor_io::WriteSafetensorsTo(std::move(tensors), {}, bytes), IsOk());
    return ImportBytes(bytes, std::move(what));
  }

  absl::StatusOr<artifact::v1::Artifact> ImportBytes(const std::string& bytes, CloudImport what) {
    const auto blob = artifact::WriteBlob(store_.blobs(), bytes);
    EXPECT_THAT(blob, IsOk());
    what.cloud_digest = blob->digest;
    if (what.source.empty()) what.source = "mine.safetensors";
    return ImportClouds(what, store_, pool_, Fine);
  }

  v1::ActivationsSummary Summary(const artifact::v1::Artifact& artifact) {
    v1::ActivationsSummary summary;
    const auto json = artifact::ReadFile(store_, artifact, "summary.json");
    EXPECT_THAT(json, IsOk());
    EXPECT_THAT(spec::ParseJson(*json, summary), IsOk());
    return summary;
  }

  std::vector<int64_t> Table(const artifact::v1::Artifact& artifact, const char* name) {
    const auto path = artifact::FilePath(store_, artifact, "cloud.safetensors");
    EXPECT_THAT(path, IsOk());
    const auto file = tensor_io::SafetensorsFile::Open(*path);
    EXPECT_THAT(file, IsOk());
    std::vector<int64_t> values(kRows);
    EXPECT_THAT(file->Tensor(name)->CopyTo(absl::MakeSpan(values)), IsOk());
    return values;
  }

  artifact::InMemoryArtifactStore store_;
  numeric::ThreadPool pool_{2};
  std::map<std::string, std::vector<float>> clouds_;
  std::map<std::string, std::vector<int64_t>> tables_;
  std::map<std::string, std::vector<double>> doubles_;
};

TEST_F(ImportCloudsTest, FillsInWhatTheFileDoesNotHave) {
  const auto artifact = Import({.source = "/home/me/mine.safetensors", .subsamples = 3});
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().kind(), artifact::v1::ARTIFACT_KIND_ACTIVATIONS);
  EXPECT_EQ(artifact->manifest().spec_json(), R"({"source":"mine.safetensors"})");
  EXPECT_THAT(Table(*artifact, "sequence"), ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_THAT(Table(*artifact, "position"), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(Table(*artifact, "token_id"), ElementsAre(-1, -1, -1, -1, -1, -1));
  EXPECT_THAT(Table(*artifact, "subsample"), ElementsAre(0, 0, 1, 1, 2, 2));
  const v1::ActivationsSummary summary = Summary(*artifact);
  EXPECT_FALSE(summary.has_architecture());
  EXPECT_EQ(summary.subsamples(), 3);
  EXPECT_EQ(summary.tokens_per_subsample(), 2);
  EXPECT_EQ(summary.sequences(), 1);
  EXPECT_EQ(summary.eligible_tokens(), kRows);
  EXPECT_TRUE(std::isnan(summary.loss()));
  ASSERT_EQ(summary.outliers_size(), 2);
  EXPECT_EQ(summary.outliers(1).layer(), 1);
  EXPECT_EQ(summary.outliers(0).top_token(), 5);
  EXPECT_DOUBLE_EQ(summary.outliers(0).max_norm_out(), std::hypot(2.75, 3.0));
}

TEST_F(ImportCloudsTest, KeepsTheTablesOfTheFile) {
  tables_["sequence"] = {4, 4, 4, 9, 9, 9};
  tables_["position"] = {1, 2, 3, 1, 2, 3};
  tables_["token_id"] = {7, -1, 5, 5, 5, 5};
  tables_["subsample"] = {1, 0, 1, 0, 1, 1};
  const auto artifact = Import();
  ASSERT_THAT(artifact, IsOk());
  EXPECT_THAT(Table(*artifact, "sequence"), ElementsAre(4, 4, 4, 9, 9, 9));
  EXPECT_THAT(Table(*artifact, "token_id"), ElementsAre(7, -1, 5, 5, 5, 5));
  EXPECT_EQ(Summary(*artifact).subsamples(), 2);
  EXPECT_EQ(Summary(*artifact).tokens_per_subsample(), 4);
  EXPECT_EQ(Summary(*artifact).sequences(), 2);
}

TEST_F(ImportCloudsTest, GivesTheSameIdForTheSameFile) {
  const auto first = Import({.subsamples = 2});
  const auto again = Import({.subsamples = 2});
  const auto other = Import({.subsamples = 3});
  ASSERT_THAT(first, IsOk());
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(first->id(), again->id());
  EXPECT_NE(first->id(), other->id());
}

TEST_F(ImportCloudsTest, TakesDoublesAndAnArchitecture) {
  clouds_.clear();
  for (const char* name : {"ffn_in.0", "ffn_out.0"}) {
    doubles_[name].assign(kRows * kWidth, 1e100);
  }
  CloudImport what;
  what.architecture.emplace();
  what.architecture->set_layers(1);
  what.architecture->set_hidden_size(2);
  what.architecture->set_heads(1);
  what.architecture->set_ffn_width(4);
  const auto artifact = Import(what);
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(Summary(*artifact).architecture().ffn_width(), 4);
  EXPECT_NEAR(Summary(*artifact).outliers(0).top_token_share(), 1.0 / 6, 1e-12);
  what.architecture->set_layers(2);
  EXPECT_THAT(Import(what), FailsOnField("architecture.layers"));
  what.architecture->set_layers(1);
  what.architecture->set_hidden_size(4);
  EXPECT_THAT(Import(what), FailsOnField("architecture.hidden_size"));
  what.architecture->set_hidden_size(0);
  EXPECT_THAT(Import(what), FailsOnField("architecture.hidden_size"));
}

TEST_F(ImportCloudsTest, NamesTheTensorThatDoesNotFit) {
  clouds_["ffn_out.1"].resize(kWidth * 5);
  EXPECT_THAT(Import(), FailsOnField("ffn_out.1"));
  clouds_.erase("ffn_out.1");
  EXPECT_THAT(Import(), FailsOnField("ffn_out.1"));
  clouds_.erase("ffn_in.1");
  clouds_["ffn_in.2"] = clouds_["ffn_in.0"];
  EXPECT_THAT(Import(), FailsOnField("ffn_in.2"));
  clouds_.erase("ffn_in.2");
  clouds_["logits"] = clouds_["ffn_in.0"];
  EXPECT_THAT(Import(), FailsOnField("logits"));
  clouds_.clear();
  EXPECT_THAT(Import(), FailsOnField("ffn_in.0"));
  clouds_["ffn_in.0"] = clouds_["ffn_out.0"] = {};
  EXPECT_THAT(Import(), FailsOnField("ffn_in.0"));
  EXPECT_THAT(ImportBytes("no safetensors", {}), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST_F(ImportCloudsTest, NamesTheRowThatIsNotFinite) {
  clouds_["ffn_out.0"][2 * kWidth + 1] = std::numeric_limits<float>::infinity();
  clouds_["ffn_in.1"][0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(Import(), FailsOnField("ffn_out.0[2][1]"));
}

TEST_F(ImportCloudsTest, NamesTheTableThatDoesNotFit) {
  EXPECT_THAT(Import({.subsamples = 4}), FailsOnField("subsamples"));
  EXPECT_THAT(Import({.subsamples = -1}), FailsOnField("subsamples"));
  tables_["subsample"] = {0, 0, 0, 2, 2, 2};
  EXPECT_THAT(Import(), FailsOnField("subsample"));
  tables_["subsample"] = {0, 0, 0, 1, 1, 1};
  EXPECT_THAT(Import({.subsamples = 3}), FailsOnField("subsamples"));
  tables_["position"] = {0, 1, 2};
  EXPECT_THAT(Import(), FailsOnField("position"));
  tables_["position"] = {0, 1, 2, 3, 1, 4};
  EXPECT_THAT(Import(), IsOk());
  tables_["sequence"] = {0, 0, 0, 0, 0, 0};
  EXPECT_THAT(Import(), StatusIs(absl::StatusCode::kInvalidArgument,
                                 HasSubstr("position 1 of sequence 0 is row 1 already")));
  tables_["sequence"] = {0, 0, -3, 0, 1, 0};
  EXPECT_THAT(Import(), FailsOnField("sequence[2]"));
}

TEST_F(ImportCloudsTest, SaysThatABlobIsMissing) {
  const auto missing = ImportClouds({.cloud_digest = std::string(64, 'a')}, store_, pool_, Fine);
  EXPECT_THAT(missing, StatusIs(absl::StatusCode::kNotFound));
  EXPECT_EQ(FactsOf(missing.status())->reason, "BLOB_NOT_FOUND");
  EXPECT_THAT(ImportClouds({.cloud_digest = "../../etc"}, store_, pool_, Fine),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace widthlab::capture
