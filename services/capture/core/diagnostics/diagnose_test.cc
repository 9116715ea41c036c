// Against whole passes that make the same changes by other means, on models of three families.
#include "services/capture/core/diagnostics/diagnose.h"

#include <cmath>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "common/architecture/config_json.h"
#include "common/model/inner_threads.h"
#include "common/model/stream_decoder.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/safetensors_source.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/capture/core/scored_text.h"
#include "services/capture/core/sensitivity/relative_noise.h"

namespace widthlab::capture {
namespace {

constexpr int kBatches = 2;
constexpr uint64_t kSeed = 5;

std::string Folder(const std::string& model) { return "tests/data/models/" + model; }

// Changes of a whole pass, as functions of layer and states.
class Changes : public model::LayerVisitor {
 public:
  using Change = std::function<void(int64_t layer, absl::Span<float> numbers)>;
  explicit Changes(Change states, Change updates = {}, Change attention = {})
      : states_(std::move(states)),
        updates_(std::move(updates)),
        attention_(std::move(attention)) {}

  bool wants_contributions() const override { return true; }
  absl::Status AttentionUpdate(int64_t layer, absl::Span<float> update) override {
    if (attention_) attention_(layer, update);
    return absl::OkStatus();
  }
  absl::Status FfnIn(int64_t layer, absl::Span<float> states) override {
    if (states_) states_(layer, states);
    return absl::OkStatus();
  }
  absl::Status FfnUpdate(int64_t layer, absl::Span<float> update) override {
    if (updates_) updates_(layer, update);
    return absl::OkStatus();
  }

 private:
  const Change states_, updates_, attention_;
};

class Diagnosed {
 public:
  explicit Diagnosed(const std::string& name) : pool(2, model::UseOneInnerThread) {
    std::ifstream file(Folder(name) + "/config.json");
    std::stringstream config;
    config << file.rdbuf();
    a = *architecture::ParseConfigJson(config.str());
    weights = *tensor_io::OpenSafetensorsFolder(Folder(name));
    decoder = *model::StreamDecoder::Create(a, weights, {.pool = &pool});
    const auto expected = tensor_io::SafetensorsFile::Open(Folder(name) + "/expected.safetensors");
    const auto view = expected->Tensor("input_ids");
    std::vector<int64_t> ids(static_cast<size_t>(view->info->element_count()));
    EXPECT_THAT(view->CopyTo(absl::MakeSpan(ids)), IsOk());
    std::vector<tokenizer::TokenDocument> pieces;
    for (size_t begin : {0, 24, 48, 72}) {
      tokenizer::TokenDocument document;
      document.path = std::to_string(begin);
      document.ids.assign(ids.begin() + static_cast<int64_t>(begin),
                          ids.begin() + static_cast<int64_t>(begin) + (begin == 72 ? 11 : 24));
      pieces.push_back(document);
    }
    documents = DocumentList(std::move(pieces));
    text = *ChooseText(documents, {.seed = kSeed, .sequences = 4, .sequence_length = 24});
    spec.set_seed(kSeed);
    spec.set_sequences(4);
    spec.set_sequence_length(24);
    spec.set_batches(kBatches);
    spec.set_draws(2);
    spec.set_skip_first(1);
    for (const char* analysis : {"scaling", "additivity", "residual_stream"}) {
      spec.add_analyses(analysis);
    }
    for (const double factor : {0.5, 2.0, 3.0}) spec.add_factors(factor);
    for (const double epsilon : {0.1, 0.5}) spec.add_epsilons(epsilon);
  }

  absl::StatusOr<v1::Diagnostics> Run() {
    job::NullProgressSink progress;
    const job::CancelToken cancel;
    return Diagnose(spec, {.architecture = a, .weights = weights, .documents = &documents},
                    job::FinishedParts("", "key"), pool, progress, cancel);
  }

  // The end of a whole pass.
  std::vector<float> Pass(model::LayerVisitor& visitor) {
    std::vector<float> states(text.ids.size() * static_cast<size_t>(a.hidden_size));
    const model::TokenSequences tokens = text.tokens();
    EXPECT_THAT(decoder->Embed(tokens, absl::MakeSpan(states)), IsOk());
    EXPECT_THAT(decoder->RunLayers(tokens, 0, a.layers, absl::MakeSpan(states), visitor), IsOk());
    return states;
  }

  // Of each batch.
  std::vector<double> LossesOf(const std::vector<float>& states) {
    std::vector<double> each(text.ids.size());
    EXPECT_THAT(decoder->Head(text.tokens(), states, {.losses = absl::MakeSpan(each)}), IsOk());
    std::vector<double> losses;
    for (size_t b = 0; b < kBatches; ++b) {
      const auto first = static_cast<size_t>(text.offsets[2 * b]);
      const auto last = static_cast<size_t>(text.offsets[2 * b + 2]);
      double sum = 0;
      for (size_t i = first; i < last; ++i) sum += each[i];
      losses.push_back(sum / static_cast<double>(last - first - 2));
    }
    return losses;
  }

  std::vector<double> Losses(model::LayerVisitor& visitor) { return LossesOf(Pass(visitor)); }

  architecture::Architecture a;
  numeric::ThreadPool pool;
  std::shared_ptr<const tensor_io::TensorSource> weights;
  std::unique_ptr<model::StreamDecoder> decoder;
  DocumentList documents;
  ScoredText text;
  v1::DiagnoseSpec spec;
};

void ExpectRise(const v1::LossRise& rise, const std::vector<double>& losses,
                const v1::Diagnostics& found) {
  ASSERT_EQ(rise.values_size(), kBatches);
  for (int b = 0; b < kBatches; ++b) {
    EXPECT_NEAR(rise.values(b), losses[static_cast<size_t>(b)] - found.batch_losses(b), 1e-9);
  }
}

double NormOf(const float* row, size_t d) {
  double sum = 0;
  for (size_t i = 0; i < d; ++i) sum += double{row[i]} * double{row[i]};
  return std::sqrt(sum);
}

class DiagnoseTest : public testing::TestWithParam<const char*> {};

TEST_P(DiagnoseTest, ScaledStatesAreThoseOfWholePasses) {
  Diagnosed model(GetParam());
  const auto found = model.Run();
  ASSERT_THAT(found, IsOk());
  for (int64_t layer = 0; layer < model.a.layers; ++layer) {
    for (int i = 0; i < 3; ++i) {
      Changes scale([&](int64_t at, absl::Span<float> states) {
        for (float& x : states) x *= at == layer ? static_cast<float>(model.spec.factors(i)) : 1;
      });
      ExpectRise(found->layers(static_cast<int>(layer)).scaled(i), model.Losses(scale), *found);
    }
  }
}

TEST_P(DiagnoseTest, LevelledNormsAreThoseOfWholePasses) {
  Diagnosed model(GetParam());
  const auto found = model.Run();
  ASSERT_THAT(found, IsOk());
  const auto d = static_cast<size_t>(model.a.hidden_size);
  const auto level = [&](int64_t only) {
    auto first = std::make_shared<std::vector<double>>();
    Changes changes([only, first, d](int64_t at, absl::Span<float> states) {
      for (size_t row = 0; row * d < states.size(); ++row) {
        const double norm = NormOf(&states[row * d], d);
        if (at == 0) first->push_back(norm);
        if (only >= 0 && at != only) continue;
        for (size_t i = row * d; i < (row + 1) * d; ++i) {
          states[i] = static_cast<float>(double{states[i]} * ((*first)[row] / norm));
        }
      }
    });
    return model.Losses(changes);
  };
  for (int layer = 0; layer < found->layers_size(); ++layer) {
    ExpectRise(found->layers(layer).norm_growth_removed(), level(layer), *found);
  }
  ExpectRise(found->norm_growth_removed(), level(-1), *found);
  EXPECT_EQ(found->layers(0).norm_growth_removed().mean(), 0);
}

TEST_P(DiagnoseTest, NoiseOnOneLayerAndOnAllIsThatOfWholePasses) {
  Diagnosed model(GetParam());
  const auto found = model.Run();
  ASSERT_THAT(found, IsOk());
  const auto d = static_cast<size_t>(model.a.hidden_size);
  std::vector<std::vector<float>> updates;
  Changes keep({}, [&](int64_t, absl::Span<float> update) {
    updates.emplace_back(update.begin(), update.end());
  });
  model.Losses(keep);
  const auto with_noise = [&](int64_t only, int64_t draw, double factor) {
    Changes changes({}, [&](int64_t at, absl::Span<float> update) {
      if (only >= 0 && at != only) return;
      const std::vector<float>& own = updates[static_cast<size_t>(at)];
      for (int64_t i = 0; i < 4; ++i) {
        const auto begin = static_cast<size_t>(model.text.offsets[static_cast<size_t>(i)]) * d;
        const auto end = static_cast<size_t>(model.text.offsets[static_cast<size_t>(i) + 1]) * d;
        const auto rows = update.subspan(begin, end - begin);
        AddRelativeNoise({kSeed, at, i, draw}, factor, model.a.hidden_size, 0,
                         absl::MakeConstSpan(own).subspan(begin, end - begin), rows, rows);
      }
    });
    return model.Losses(changes);
  };
  for (int e = 0; e < 2; ++e) {
    const double epsilon = model.spec.epsilons(e);
    std::vector<double> sums(4), joint(4);
    for (int64_t layer = -1; layer < model.a.layers; ++layer) {
      for (int draw = 0; draw < 2; ++draw) {
        const std::vector<double> plus = with_noise(layer, draw, epsilon);
        const std::vector<double> minus = with_noise(layer, draw, -epsilon);
        for (int b = 0; b < kBatches; ++b) {
          const auto i = static_cast<size_t>(b);
          const double rise =
              ((plus[i] + minus[i]) / 2 - found->batch_losses(b)) / (epsilon * epsilon);
          (layer < 0 ? joint : sums)[2 * i + static_cast<size_t>(draw)] += rise;
          if (layer < 0) continue;
          const v1::LossRise& noise = found->layers(static_cast<int>(layer)).noise(e);
          EXPECT_NEAR(noise.draw_values(2 * b + draw), rise, 1e-7);
        }
      }
    }
    const v1::Additivity& additivity = found->additivity(e);
    double joint_mean = 0, sum_mean = 0;
    for (int i = 0; i < 4; ++i) {
      const auto at = static_cast<size_t>(i);
      EXPECT_NEAR(additivity.joint().draw_values(i), joint[at], 1e-7);
      EXPECT_NEAR(additivity.sum().draw_values(i), sums[at], 1e-6);
      joint_mean += joint[at] / 4;
      sum_mean += sums[at] / 4;
    }
    EXPECT_NEAR(additivity.ratio(), joint_mean / sum_mean, 1e-5);
  }
}

TEST_P(DiagnoseTest, TheLensReadsEveryLayerThroughTheHead) {
  Diagnosed model(GetParam());
  const auto found = model.Run();
  ASSERT_THAT(found, IsOk());
  const auto d = static_cast<size_t>(model.a.hidden_size);
  std::vector<std::vector<float>> ends;
  Changes keep(
      [&](int64_t, absl::Span<float> states) { ends.emplace_back(states.begin(), states.end()); },
      [&](int64_t, absl::Span<float> update) {
        for (size_t i = 0; i < update.size(); ++i) ends.back()[i] += update[i];
      });
  model.Losses(keep);
  const auto likeliest = [&](const std::vector<float>& states) {
    std::vector<float> logits(model.text.ids.size() * static_cast<size_t>(model.a.vocab_size));
    EXPECT_THAT(model.decoder->Logits(states, absl::MakeSpan(logits)), IsOk());
    std::vector<int64_t> best;
    for (auto row = logits.begin(); row != logits.end(); row += model.a.vocab_size) {
      best.push_back(std::max_element(row, row + model.a.vocab_size) - row);
    }
    return best;
  };
  const std::vector<int64_t> last = likeliest(ends.back());
  for (size_t layer = 0; layer < ends.size(); ++layer) {
    const v1::ResidualStream& stream = found->layers(static_cast<int>(layer)).stream();
    const std::vector<double> losses = model.LossesOf(ends[layer]);
    EXPECT_NEAR(stream.lens_batch_losses(0), losses[0], 1e-12);
    EXPECT_NEAR(stream.lens_batch_losses(1), losses[1], 1e-12);
    const std::vector<int64_t> own = likeliest(ends[layer]);
    double agreed = 0, targets = 0, norms = 0, eligible = 0;
    for (size_t i = 0; i < 4; ++i) {
      for (int64_t at = model.text.offsets[i]; at < model.text.offsets[i + 1]; ++at) {
        if (at > model.text.offsets[i]) {
          norms += NormOf(&ends[layer][static_cast<size_t>(at) * d], d);
          eligible += 1;
        }
        if (at + 1 == model.text.offsets[i + 1]) continue;
        agreed += own[static_cast<size_t>(at)] == last[static_cast<size_t>(at)] ? 1 : 0;
        targets += 1;
      }
    }
    EXPECT_NEAR(stream.lens_agreement(), agreed / targets, 1e-12);
    EXPECT_NEAR(stream.mean_norm_out(), norms / eligible, 1e-9 * stream.mean_norm_out());
    EXPECT_EQ(found->eligible_tokens(), static_cast<int64_t>(eligible));
    EXPECT_EQ(found->targets(), static_cast<int64_t>(targets));
  }
  const v1::ResidualStream& end = found->layers(found->layers_size() - 1).stream();
  EXPECT_NEAR(end.lens_loss(), found->loss(), 1e-12);
  EXPECT_EQ(end.lens_agreement(), 1);
}

INSTANTIATE_TEST_SUITE_P(Families, DiagnoseTest,
                         testing::Values("llama-tiny", "gemma3-tiny", "gpt2-tiny"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

// Norms read directions, so the stream times 2 is every later update by half; what differs is the
// norms' epsilon and rounding.
TEST(DiagnoseOfOneModelTest, ScalingTheStreamIsDividingTheUpdatesBehindIt) {
  Diagnosed model("llama-tiny");
  const auto found = model.Run();
  ASSERT_THAT(found, IsOk());
  for (int64_t layer = 0; layer < model.a.layers; ++layer) {
    const auto halve = [](absl::Span<float> update) {
      for (float& x : update) x /= 2;
    };
    Changes changes(
        {},
        [&](int64_t at, absl::Span<float> update) {
          if (at >= layer) halve(update);
        },
        [&](int64_t at, absl::Span<float> update) {
          if (at > layer) halve(update);
        });
    const std::vector<double> losses = model.Losses(changes);
    const v1::LossRise& rise = found->layers(static_cast<int>(layer)).scaled(1);
    for (int b = 0; b < kBatches; ++b) {
      const double wanted = losses[static_cast<size_t>(b)] - found->batch_losses(b);
      EXPECT_NEAR(rise.values(b), wanted, 1e-4 + 1e-3 * std::abs(wanted)) << layer;
    }
  }
}

TEST(DiagnoseOfOneModelTest, OnlyWhatIsAskedIsThere) {
  Diagnosed model("llama-tiny");
  model.spec.clear_analyses();
  model.spec.add_analyses("residual_stream");
  const auto found = model.Run();
  ASSERT_THAT(found, IsOk());
  EXPECT_TRUE(found->layers(0).has_stream());
  EXPECT_TRUE(found->layers(0).scaled().empty() && found->layers(0).noise().empty());
  EXPECT_FALSE(found->layers(0).has_norm_growth_removed() || found->has_norm_growth_removed());
  EXPECT_TRUE(found->factors().empty() && found->epsilons().empty());
  EXPECT_TRUE(found->additivity().empty());
}

TEST(DiagnoseOfOneModelTest, WhatMakesTheLossOverflowIsNamed) {
  Diagnosed model("llama-tiny");
  model.spec.set_factors(1, 1e300);
  EXPECT_THAT(model.Run(), FailsOnField("factors[1]"));
  model.spec.set_factors(1, 2);
  model.spec.set_epsilons(1, 1e39);
  EXPECT_THAT(model.Run(), FailsOnField("epsilons[1]"));
}

}  // namespace
}  // namespace widthlab::capture
