#include "services/capture/core/sensitivity/model_loss.h"

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "common/architecture/config_json.h"
#include "common/artifact/temporary_folder.h"
#include "common/model/inner_threads.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/safetensors_source.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/capture/core/sensitivity/relative_noise.h"

namespace widthlab::capture {
namespace {

constexpr uint64_t kSeed = 11;
const std::vector<Change> kChanges = {{.draw = 0, .factor = 0.1},
                                      {.draw = 0, .factor = -0.1},
                                      {.draw = 3, .factor = 0.5},
                                      {.removed = true}};

std::string Folder(const std::string& model) { return "tests/data/models/" + model; }

class Model {
 public:
  explicit Model(const std::string& name, int threads = 2)
      : pool(threads, model::UseOneInnerThread) {
    std::ifstream file(Folder(name) + "/config.json");
    std::stringstream text;
    text << file.rdbuf();
    a = *architecture::ParseConfigJson(text.str());
    auto made = model::StreamDecoder::Create(
        a, *tensor_io::OpenSafetensorsFolder(Folder(name)),
        {.pool = &pool, .cancelled = [this] { return cancel.IsCancelled(); }});
    EXPECT_THAT(made, IsOk());
    decoder = *std::move(made);
    const auto expected = tensor_io::SafetensorsFile::Open(Folder(name) + "/expected.safetensors");
    const auto view = expected->Tensor("input_ids");
    ids.resize(static_cast<size_t>(view->info->element_count()));
    EXPECT_THAT(view->CopyTo(absl::MakeSpan(ids)), IsOk());
    tokens = {ids, {0, 24, 48, 90, 96}};  // of unequal length
    for (int64_t layer = 0; layer < a.layers; ++layer) layers.push_back(layer);
  }

  absl::StatusOr<std::unique_ptr<ModelLoss>> Loss(int64_t batches, const std::string& folder = "") {
    return ModelLoss::Create({.decoder = *decoder,
                              .tokens = tokens,
                              .batches = batches,
                              .seed = kSeed,
                              .layers = layers,
                              .folder = folder,
                              .pool = pool,
                              .cancel = cancel});
  }

  // Of every layer and change, batch by batch.
  std::vector<double> All(ModelLoss& loss) {
    std::vector<double> all;
    std::vector<double> losses(kChanges.size() * loss.base().size());
    for (const int64_t layer : layers) {
      EXPECT_THAT(loss.Losses(layer, kChanges, absl::MakeSpan(losses)), IsOk());
      all.insert(all.end(), losses.begin(), losses.end());
    }
    return all;
  }

  architecture::Architecture a;
  numeric::ThreadPool pool;
  job::CancelToken cancel;
  std::unique_ptr<model::StreamDecoder> decoder;
  std::vector<int64_t> ids;
  model::TokenSequences tokens;
  std::vector<int64_t> layers;
};

// Makes one change in a whole pass.
class Changer : public model::LayerVisitor {
 public:
  Changer(const Model& model, int64_t layer, const Change& change)
      : model_(model), layer_(layer), change_(change) {}
  bool wants_contributions() const override { return true; }
  absl::Status FfnUpdate(int64_t layer, absl::Span<float> update) override {
    if (layer != layer_) return absl::OkStatus();
    const auto d = static_cast<size_t>(model_.a.hidden_size);
    for (int64_t i = 0; i < model_.tokens.count(); ++i) {
      const auto begin = static_cast<size_t>(model_.tokens.offsets[static_cast<size_t>(i)]);
      const auto end = static_cast<size_t>(model_.tokens.offsets[static_cast<size_t>(i) + 1]);
      const absl::Span<float> rows = update.subspan(begin * d, (end - begin) * d);
      if (change_.removed) {
        std::fill(rows.begin(), rows.end(), 0.0f);
      } else {
        AddRelativeNoise({kSeed, layer, i, change_.draw}, change_.factor, model_.a.hidden_size, 0,
                         rows, rows, rows);
      }
    }
    return absl::OkStatus();
  }

 private:
  const Model& model_;
  const int64_t layer_;
  const Change change_;
};

class ModelLossTest : public testing::TestWithParam<const char*> {};

TEST_P(ModelLossTest, EqualsWholePassesWithTheSameChange) {
  Model model(GetParam());
  const auto loss = model.Loss(/*batches=*/2);
  ASSERT_THAT(loss, IsOk());
  std::vector<double> losses(2 * kChanges.size());
  std::vector<float> states(model.ids.size() * static_cast<size_t>(model.a.hidden_size));
  std::vector<double> each(model.ids.size());
  for (const int64_t layer : model.layers) {
    ASSERT_THAT((*loss)->Losses(layer, kChanges, absl::MakeSpan(losses)), IsOk());
    for (size_t c = 0; c < kChanges.size(); ++c) {
      Changer changer(model, layer, kChanges[c]);
      ASSERT_THAT(model.decoder->Embed(model.tokens, absl::MakeSpan(states)), IsOk());
      ASSERT_THAT(model.decoder->RunLayers(model.tokens, 0, model.a.layers, absl::MakeSpan(states),
                                           changer),
                  IsOk());
      ASSERT_THAT(model.decoder->Head(model.tokens, states, {.losses = absl::MakeSpan(each)}),
                  IsOk());
      double first = 0, second = 0;
      for (size_t i = 0; i < 48; ++i) first += each[i];
      for (size_t i = 48; i < 96; ++i) second += each[i];
      EXPECT_NEAR(losses[2 * c], first / 46, 1e-9) << "layer " << layer << ", change " << c;
      EXPECT_NEAR(losses[2 * c + 1], second / 46, 1e-9) << "layer " << layer << ", change " << c;
      EXPECT_NE(losses[2 * c], (*loss)->base()[0]);
    }
  }
}

TEST_P(ModelLossTest, ThreadsFilesAndChangesBesideItDoNotChangeABit) {
  const artifact::TemporaryFolder folder;
  Model one(GetParam(), 1);
  const auto first = one.Loss(4);
  ASSERT_THAT(first, IsOk());
  const std::vector<double> wanted = one.All(**first);
  for (const int threads : {2, 3, 8}) {
    Model other(GetParam(), threads);
    const auto loss = other.Loss(4, folder.path());
    ASSERT_THAT(loss, IsOk());
    EXPECT_EQ((*loss)->base(), (*first)->base());
    EXPECT_EQ(other.All(**loss), wanted) << threads;
  }
  std::vector<double> alone(4);
  ASSERT_THAT((*first)->Losses(1, {kChanges[2]}, absl::MakeSpan(alone)), IsOk());
  for (size_t b = 0; b < 4; ++b) {
    EXPECT_EQ(alone[b], wanted[(kChanges.size() + 2) * 4 + b]);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, ModelLossTest, testing::Values("llama-tiny", "gemma3-tiny"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST(ModelLossOfOneModelTest, MeansAreOverTargets) {
  Model model("gpt2-tiny");
  const auto loss = model.Loss(4);
  ASSERT_THAT(loss, IsOk());
  EXPECT_EQ((*loss)->targets(), 92);
  const absl::Span<const double> base = (*loss)->base();
  EXPECT_NEAR((*loss)->loss(), (23 * base[0] + 23 * base[1] + 41 * base[2] + 5 * base[3]) / 92,
              1e-12);
}

TEST(ModelLossOfOneModelTest, NoiseThatOverflowsIsALossThatIsNotFinite) {
  Model model("llama-tiny");
  const auto loss = model.Loss(1);
  ASSERT_THAT(loss, IsOk());
  for (const int64_t layer : model.layers) {
    double value = 0;
    ASSERT_THAT((*loss)->Losses(layer, {{.factor = 1e39}}, absl::MakeSpan(&value, 1)), IsOk());
    EXPECT_FALSE(std::isfinite(value)) << layer;
  }
}

TEST(ModelLossOfOneModelTest, ACancelledMeasurementEnds) {
  Model model("llama-tiny");
  const auto loss = model.Loss(1);
  ASSERT_THAT(loss, IsOk());
  model.cancel.Cancel();
  double value = 0;
  EXPECT_THAT((*loss)->Losses(0, {{.factor = 0.1}}, absl::MakeSpan(&value, 1)),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace widthlab::capture
