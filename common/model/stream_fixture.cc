#include "common/model/stream_fixture.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <utility>

#include "common/architecture/config_json.h"
#include "common/model/inner_threads.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/safetensors_source.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

std::string ReadText(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

template <typename T>
std::vector<T> Values(const std::string& model, const std::string& name) {
  const auto file =
      tensor_io::SafetensorsFile::Open(FixtureFolder(model) + "/expected.safetensors");
  EXPECT_THAT(file, IsOk());
  const auto view = file->Tensor(name);
  EXPECT_THAT(view, IsOk());
  std::vector<T> values(static_cast<size_t>(view->info->element_count()));
  EXPECT_THAT(view->CopyTo(absl::MakeSpan(values)), IsOk());
  return values;
}

// Of two sequences, whose last tokens have none.
double MeanLoss(const std::vector<double>& losses) {
  double sum = 0;
  for (const double loss : losses) sum += loss;
  return sum / static_cast<double>(losses.size() - 2);
}

double StoredLoss(const std::string& model) {
  const std::string text = ReadText(FixtureFolder(model) + "/meta.json");
  const std::string key = "\"loss_float64\": ";
  return std::stod(text.substr(text.find(key) + key.size()));
}

std::vector<float> Copy(absl::Span<const float> values) { return {values.begin(), values.end()}; }

}  // namespace

std::string FixtureFolder(const std::string& model) { return "tests/data/models/" + model; }

architecture::Architecture FixtureArchitecture(const std::string& model) {
  const auto a = architecture::ParseConfigJson(ReadText(FixtureFolder(model) + "/config.json"));
  EXPECT_THAT(a, IsOk());
  return a.ok() ? *a : architecture::Architecture();
}

double LargestRowError(absl::Span<const float> got, absl::Span<const float> wanted, int64_t width) {
  EXPECT_EQ(got.size(), wanted.size());
  double largest = 0;
  for (size_t row = 0; row < wanted.size(); row += static_cast<size_t>(width)) {
    double difference = 0, norm = 0;
    for (size_t i = row; i < row + static_cast<size_t>(width); ++i) {
      difference += std::pow(double{got[i]} - double{wanted[i]}, 2);
      norm += std::pow(double{wanted[i]}, 2);
    }
    largest = std::max(largest, std::sqrt(difference / norm));
  }
  return largest;
}

absl::Status Recorder::FfnIn(int64_t /*layer*/, absl::Span<float> states) {
  ffn_in.push_back(Copy(states));
  return absl::OkStatus();
}

absl::Status Recorder::FfnOut(int64_t /*layer*/, absl::Span<float> states) {
  ffn_out.push_back(Copy(states));
  return absl::OkStatus();
}

absl::Status FullRecorder::AttentionUpdate(int64_t /*layer*/, absl::Span<float> update) {
  attention.push_back(Copy(update));
  return absl::OkStatus();
}

absl::Status FullRecorder::FfnNorm(int64_t /*layer*/, absl::Span<const float> x) {
  normed.push_back(Copy(x));
  return absl::OkStatus();
}

absl::Status FullRecorder::FfnUpdate(int64_t /*layer*/, absl::Span<float> update) {
  updates.push_back(Copy(update));
  return absl::OkStatus();
}

FixtureModel::FixtureModel(const std::string& name, const FixtureOptions& options)
    : a(FixtureArchitecture(name)), pool(options.threads, UseOneInnerThread), name_(name) {
  auto source = tensor_io::OpenSafetensorsFolder(FixtureFolder(name));
  EXPECT_THAT(source, IsOk());
  auto made = StreamDecoder::Create(
      a, *std::move(source),
      {.pool = &pool, .precision = options.precision, .device = options.device});
  EXPECT_THAT(made, IsOk());
  decoder = *std::move(made);
  ids = Values<int64_t>(name, "input_ids");
  tokens = {ids, {0, 48, 96}};
  states.resize(ids.size() * static_cast<size_t>(a.hidden_size));
}

absl::Status FixtureModel::Run(LayerVisitor& visitor, int64_t last) {
  absl::Status status = decoder->Embed(tokens, absl::MakeSpan(states));
  if (!status.ok()) return status;
  return decoder->RunLayers(tokens, 0, last < 0 ? a.layers : last, absl::MakeSpan(states), visitor);
}

void FixtureModel::ExpectStates(const Recorder& recorder) const {
  for (int64_t l = 0; l < a.layers; ++l) {
    const std::string layer = std::to_string(l);
    const auto i = static_cast<size_t>(l);
    const auto error = [&](const std::vector<float>& got, const std::string& point) {
      return LargestRowError(got, Values<float>(name_, point + layer), a.hidden_size);
    };
    EXPECT_LT(error(recorder.ffn_in[i], "ffn_in."), 1e-5) << name_ << " layer " << l;
    EXPECT_LT(error(recorder.ffn_out[i], "ffn_out."), 1e-5) << name_ << " layer " << l;
  }
}

void FixtureModel::ExpectHead() const {
  std::vector<double> losses(ids.size());
  std::vector<float> logits(ids.size() * static_cast<size_t>(a.vocab_size));
  std::vector<int64_t> likeliest(ids.size());
  ASSERT_THAT(
      decoder->Head(tokens, states,
                    {absl::MakeSpan(losses), absl::MakeSpan(logits), absl::MakeSpan(likeliest)}),
      IsOk());
  for (size_t i = 0; i < likeliest.size(); ++i) {
    const auto row = logits.begin() + static_cast<int64_t>(i) * a.vocab_size;
    EXPECT_EQ(likeliest[i], std::max_element(row, row + a.vocab_size) - row);
  }
  const std::vector<float> wanted = Values<float>(name_, "logits");
  for (size_t i = 0; i < wanted.size(); ++i) ASSERT_NEAR(logits[i], wanted[i], 1e-3) << i;
  EXPECT_NEAR(MeanLoss(losses), StoredLoss(name_), 1e-4);
}

void FixtureModel::ExpectTheReference() {
  Recorder recorder;
  ASSERT_THAT(Run(recorder), IsOk());
  ExpectStates(recorder);
  ExpectHead();
}

}  // namespace widthlab::model
