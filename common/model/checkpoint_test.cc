#include "common/model/checkpoint.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "common/architecture/config_json.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

using architecture::Architecture;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Architecture Small() {
  return architecture::UniformArchitecture(
      {.vocab_size = 11, .hidden_size = 8, .layers = 2, .heads = 2, .ffn_width = 12});
}

std::string Bytes(const Parameters& parameters) {
  std::string bytes;
  EXPECT_THAT(WriteWeights(parameters,
                           [&](std::string_view piece) {
                             bytes.append(piece);
                             return absl::OkStatus();
                           }),
              IsOk());
  return bytes;
}

Parameters Weights(const Architecture& a) {
  auto parameters = Parameters::Create(a);
  EXPECT_THAT(parameters, IsOk());
  parameters->Initialise(5);
  return *std::move(parameters);
}

TEST(CheckpointTest, WeightsComeBackAsTheyWere) {
  const std::string folder = testing::TempDir() + "/checkpoint_test";
  std::filesystem::create_directories(folder);
  const Parameters weights = Weights(Small());
  std::ofstream(folder + "/" + kConfigFile) << architecture::FormatConfigJson(Small());
  std::ofstream(folder + "/" + kWeightsFile, std::ios::binary) << Bytes(weights);
  const auto read = ReadCheckpoint(folder);
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(read->architecture(), Small());
  EXPECT_EQ(read->values(), weights.values());
  std::filesystem::remove_all(folder);
}

TEST(CheckpointTest, MissingAndUnexpectedTensorsAreNamed) {
  Architecture deeper = Small();
  deeper.layers = 3;
  deeper.ffn_widths.push_back(12);
  const auto file = tensor_io::SafetensorsFile::FromBytes(Bytes(Weights(Small())), "w");
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(ReadWeights(deeper, *file),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("w: misses tensor model.layers.2.input_layernorm.weight")));
  const auto deep_file = tensor_io::SafetensorsFile::FromBytes(Bytes(Weights(deeper)), "deep");
  ASSERT_THAT(deep_file, IsOk());
  EXPECT_THAT(ReadWeights(Small(), *deep_file),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("and 6 more")));
  EXPECT_EQ(CompareTensors(deeper, *file).missing.size(), 9u);
  EXPECT_THAT(CompareTensors(deeper, *deep_file).unexpected, ElementsAre());
}

TEST(CheckpointTest, ATensorOfAnotherShapeIsNamed) {
  Architecture wider = Small();
  wider.ffn_widths = {12, 16};
  const auto file = tensor_io::SafetensorsFile::FromBytes(Bytes(Weights(Small())), "w");
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(ReadWeights(wider, *file),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("tensor model.layers.1.mlp.gate_proj.weight: has shape [12, 8], "
                                 "wanted is [16, 8]")));
}

TEST(CheckpointTest, AFolderWithoutAConfigIsNotFound) {
  EXPECT_THAT(ReadCheckpoint("/nonexistent"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nonexistent/config.json")));
}

}  // namespace
}  // namespace widthlab::model
