#include "services/schedule/core/export/formats.h"

#include <cmath>

#include "common/architecture/architecture.h"
#include "common/architecture/config_json.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ExportSubject SubjectOf(std::vector<int64_t> ffn_widths) {
  ExportSubject subject{.ffn_widths = ffn_widths};
  subject.model =
      architecture::UniformArchitecture({.vocab_size = 257,
                                         .hidden_size = 640,
                                         .layers = static_cast<int64_t>(ffn_widths.size()),
                                         .heads = 4,
                                         .ffn_width = 512});
  subject.model->ffn_widths = std::move(ffn_widths);
  return subject;
}

// The published hourglass of 16 layers.
ExportSubject HourglassSubject() {
  const Hourglass hourglass{.layers = 16, .hidden_size = 640};
  const auto residual = HourglassWidths(hourglass);
  EXPECT_THAT(residual, IsOk());
  std::vector<int64_t> ffn;
  for (int64_t width : *residual) ffn.push_back(4 * width);
  ExportSubject subject = SubjectOf(ffn);
  subject.residual_widths = subject.model->residual_widths = *residual;
  subject.hourglass = hourglass;
  return subject;
}

absl::StatusOr<Export> ExportTo(const char* format, const ExportSubject& subject) {
  return ExportAs(*FindFormat(format), subject);
}

TEST(FormatsTest, EveryFormatGivesTheSameWidthsBack) {
  for (const ExportFormat& format : AllFormats()) {
    const auto out = ExportAs(format, SubjectOf({768, 512, 256}));
    ASSERT_THAT(out, IsOk()) << format.name;
    EXPECT_THAT(out->realised.ffn_widths, ElementsAre(768, 512, 256)) << format.name;
    EXPECT_TRUE(out->realised.residual_widths.empty()) << format.name;
    EXPECT_EQ(out->parameter_drift, 0) << format.name;
    EXPECT_GT(out->parameters, 0) << format.name;
    EXPECT_EQ(out->realised.hidden_size, format.name == "csv" ? 0 : 640) << format.name;
  }
}

TEST(FormatsTest, AnyWidthSurvivesEveryFormatButDecilm) {
  std::vector<int64_t> widths;
  for (int64_t width = 1; width < 3000; width += 7) widths.push_back(width);
  for (const ExportFormat& format : AllFormats()) {
    const auto out = ExportAs(format, SubjectOf(widths));
    ASSERT_THAT(out, IsOk()) << format.name;
    EXPECT_EQ(out->realised.ffn_widths == widths, format.name != "decilm") << format.name;
  }
}

// 500 is rounded up to 512: 12 units of 3 * 640 parameters more.
TEST(FormatsTest, DecilmRoundsUpTo256AndSaysByHowMuch) {
  const ExportSubject subject = SubjectOf({768, 500});
  const auto out = ExportTo("decilm", subject);
  ASSERT_THAT(out, IsOk());
  EXPECT_THAT(out->realised.ffn_widths, ElementsAre(768, 512));
  EXPECT_NEAR(out->parameter_drift * (out->parameters - 12 * 3 * 640), 12 * 3 * 640, 1e-6);
  for (int64_t width = 256; width <= 16384; width += 256) {
    const auto exact = ExportTo("decilm", SubjectOf({width}));
    ASSERT_THAT(exact, IsOk());
    EXPECT_THAT(exact->realised.ffn_widths, ElementsAre(width));
  }
}

TEST(FormatsTest, OpenelmRefusesTwoLayersUnlessTheLineGivesThem) {
  EXPECT_THAT(ExportTo("openelm", SubjectOf({700, 300})), FailsOnField("ffn_widths"));
  EXPECT_THAT(ExportTo("openelm", SubjectOf({640, 320})), IsOk());
  EXPECT_THAT(ExportTo("openelm", SubjectOf({64, 0, 64})), FailsOnField("ffn_widths[1]"));
}

// Apple's own form: a line from 0.5 to 4 in multiples of 256.
TEST(FormatsTest, OpenelmRangesAreRead) {
  const auto widths = FindFormat("openelm")->read(
      R"({"model_dim": 1280, "num_transformer_layers": 3, "ffn_multipliers": [0.5, 4.0]})");
  ASSERT_THAT(widths, IsOk());
  EXPECT_THAT(widths->ffn_widths, ElementsAre(768, 2816, 5120));
}

TEST(FormatsTest, LayersWithoutFfnAreNoOps) {
  for (const char* format : {"decilm", "nemotron", "megatron"}) {
    const auto out = ExportTo(format, SubjectOf({256, 0, 512}));
    ASSERT_THAT(out, IsOk());
    EXPECT_THAT(out->realised.ffn_widths, ElementsAre(256, 0, 512)) << format;
    EXPECT_THAT(out->files[0].text, HasSubstr("\"no_op\": true"));
  }
}

TEST(FormatsTest, HourglassesGoWhereResidualWidthsCanBeSaid) {
  const ExportSubject subject = HourglassSubject();
  for (const char* format : {"lm_engine", "csv", "json"}) {
    const auto out = ExportTo(format, subject);
    ASSERT_THAT(out, IsOk()) << format;
    EXPECT_EQ(out->realised.residual_widths, subject.residual_widths) << format;
    EXPECT_EQ(out->realised.ffn_widths, subject.ffn_widths) << format;
    EXPECT_EQ(out->parameter_drift, 0) << format;
  }
  for (const char* format : {"hugging_face", "openelm", "decilm", "nemotron", "megatron"}) {
    EXPECT_THAT(ExportTo(format, subject), FailsOnField("residual_widths")) << format;
  }
  ExportSubject unknown = subject;
  unknown.hourglass.reset();
  EXPECT_THAT(ExportTo("lm_engine", unknown), FailsOnField("residual_widths"));
}

// Blocks narrower than the stream they read and write.
TEST(FormatsTest, WidthsOfHeadsGoWhereTheyCanBeSaid) {
  ExportSubject subject = SubjectOf({2560, 1024, 2560});
  subject.attention_widths = {640, 256, 640};
  for (const char* format : {"hugging_face", "csv", "json"}) {
    const auto out = ExportTo(format, subject);
    ASSERT_THAT(out, IsOk()) << format;
    EXPECT_EQ(out->realised.attention_widths, subject.attention_widths) << format;
    EXPECT_EQ(out->realised.ffn_widths, subject.ffn_widths) << format;
    EXPECT_THAT(out->realised.residual_widths, ElementsAre()) << format;
    // The four matrices of the middle layer are 640 by 256 in place of 640 by 640.
    const auto wide = ExportTo(format, SubjectOf({2560, 1024, 2560}));
    EXPECT_EQ(wide->parameters - out->parameters, 4 * 640 * (640 - 256)) << format;
    EXPECT_EQ(out->parameter_drift, 0) << format;
  }
  for (const char* format : {"openelm", "decilm", "nemotron", "megatron", "lm_engine"}) {
    EXPECT_THAT(ExportTo(format, subject), FailsOnField("attention_widths")) << format;
  }
}

TEST(FormatsTest, HuggingFaceHasOurConfigAndAModellingFile) {
  const ExportSubject subject = SubjectOf({768, 0, 256});
  const auto out = ExportTo("hugging_face", subject);
  ASSERT_THAT(out, IsOk());
  ASSERT_EQ(out->files.size(), 2u);
  const auto config = architecture::ParseConfigJson(out->files[0].text);
  ASSERT_THAT(config, IsOk());
  EXPECT_EQ(*config, *subject.model);
  EXPECT_EQ(out->files[1].name, "modeling_widthlab.py");
  EXPECT_THAT(out->files[1].text, HasSubstr("class WidthlabForCausalLM"));
}

TEST(FormatsTest, WithoutAModelOnlyTablesAreWritten) {
  const ExportSubject subject{.ffn_widths = {64, 128}};
  EXPECT_THAT(ExportTo("csv", subject), IsOk());
  EXPECT_THAT(ExportTo("json", subject), IsOk());
  for (const char* format : {"hugging_face", "openelm", "decilm", "megatron", "lm_engine"}) {
    EXPECT_THAT(ExportTo(format, subject), FailsOnField("architecture")) << format;
  }
}

// What a framework would build without them is another model.
TEST(FormatsTest, PartsThatOurDecoderHasNotAreRefused) {
  ExportSubject biased = SubjectOf({64, 128, 64}), windowed = biased, plain = biased;
  biased.model->qkv_bias = true;
  windowed.model->windows = {16, 0, 16};
  plain.model->feed_forward = architecture::FeedForward::kPlain;
  for (const ExportSubject& subject : {biased, windowed, plain}) {
    for (const ExportFormat& format : AllFormats()) {
      const auto out = ExportAs(format, subject);
      if (format.name == "csv" || format.name == "json") {
        EXPECT_THAT(out, IsOk()) << format.name;
      } else {
        EXPECT_THAT(out, FailsOnField("architecture.traits")) << format.name;
      }
    }
  }
}

TEST(FormatsTest, AFamilysNameAndItsHeadsAreNoObstacle) {
  ExportSubject llama = SubjectOf({256, 512, 256});
  llama.model->model_type = "llama";
  llama.model->head_dim = 96;
  for (const ExportFormat& format : AllFormats()) {
    const auto out = ExportAs(format, llama);
    if (format.name == "lm_engine") {
      EXPECT_THAT(out, FailsOnField("architecture.traits.head_dim"));
      continue;
    }
    ASSERT_THAT(out, IsOk()) << format.name;
    EXPECT_EQ(out->parameter_drift, 0) << format.name;
  }
  EXPECT_THAT(ExportTo("hugging_face", llama)->files[0].text,
              HasSubstr("\"model_type\": \"widthlab\""));
}

TEST(FormatsTest, DamagedFilesAreRefused) {
  for (const ExportFormat& format : AllFormats()) {
    for (const char* text :
         {"", "{", "[]", "{}", "a,b\n1,2\n", "{\"block_configs\": [1]}", "{\"ffn_widths\": [-1]}",
          "{\"mlp_blocks\": [{}]}", "layer,ffn_width\n1,64\n", "layer,ffn_width\n0,x\n",
          "layer,ffn_width,depth\n0,64,1\n", "layer,ffn_width,attention_width\n0,64\n",
          "layer\n0\n"}) {
      EXPECT_THAT(format.read(text), StatusIs(absl::StatusCode::kInvalidArgument))
          << format.name << " " << text;
    }
  }
}

}  // namespace
}  // namespace widthlab::schedule
