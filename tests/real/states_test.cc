// A real model's losses and states against what `transformers` computes from the same file.
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "common/model/inner_threads.h"
#include "common/model/model_files.h"
#include "common/model/stream_decoder.h"
#include "common/status/matchers.h"
#include "common/tensor_io/safetensors_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::model {
namespace {

constexpr int64_t kLayers = 30;
constexpr int64_t kWidth = 576;
// Of a row, in relative L2. A tensor as a whole would hide errors behind one massive row.
constexpr double kRowTolerance = 3e-5;

template <typename T>
std::vector<T> Values(const tensor_io::SafetensorsFile& file, const std::string& name) {
  const auto view = file.Tensor(name);
  EXPECT_THAT(view, IsOk());
  std::vector<T> values(static_cast<size_t>(view->info->element_count()));
  EXPECT_THAT(view->CopyTo(absl::MakeSpan(values)), IsOk());
  return values;
}

double Norm(const float* row) {
  double sum = 0;
  for (int64_t i = 0; i < kWidth; ++i) sum += double{row[i]} * double{row[i]};
  return std::sqrt(sum);
}

double RelativeError(const float* got, const float* wanted) {
  double sum = 0;
  for (int64_t i = 0; i < kWidth; ++i) sum += std::pow(double{got[i]} - double{wanted[i]}, 2);
  return std::sqrt(sum) / Norm(wanted);
}

// Compares norms of all rows, and the rows that the file has.
class Comparison : public LayerVisitor {
 public:
  explicit Comparison(const tensor_io::SafetensorsFile& file) : file_(file) {
    if (file.Has("positions")) positions_ = Values<int64_t>(file, "positions");
  }

  absl::Status FfnIn(int64_t layer, absl::Span<float> states) override {
    Compare("ffn_in", layer, states);
    return absl::OkStatus();
  }
  absl::Status FfnOut(int64_t layer, absl::Span<float> states) override {
    Compare("ffn_out", layer, states);
    return absl::OkStatus();
  }

  int64_t rows_compared() const { return rows_; }

 private:
  void Compare(const std::string& point, int64_t layer, absl::Span<const float> states) {
    const std::string where = point + "." + std::to_string(layer);
    const std::vector<float> norms = Values<float>(file_, point + "_norm");
    const int64_t count = static_cast<int64_t>(states.size()) / kWidth;
    ASSERT_EQ(norms.size(), static_cast<size_t>(kLayers * count));
    for (int64_t i = 0; i < count; ++i) {
      const double wanted = norms[static_cast<size_t>(layer * count + i)];
      EXPECT_NEAR(Norm(states.data() + i * kWidth) / wanted, 1, kRowTolerance)
          << where << " row " << i;
    }
    if (positions_.empty()) return;
    const std::vector<float> rows = Values<float>(file_, where);
    for (size_t i = 0; i < positions_.size(); ++i, ++rows_) {
      const float* wanted = rows.data() + static_cast<int64_t>(i) * kWidth;
      EXPECT_LT(RelativeError(states.data() + positions_[i] * kWidth, wanted), kRowTolerance)
          << where << " position " << positions_[i];
    }
  }

  const tensor_io::SafetensorsFile& file_;
  std::vector<int64_t> positions_;
  int64_t rows_ = 0;
};

struct Passage {
  const char* name;
  double loss;
};

class RealStatesTest : public testing::TestWithParam<Passage> {};

TEST_P(RealStatesTest, AreThoseOfTheReference) {
  const char* path = std::getenv("WIDTHLAB_REAL_MODEL");
  ASSERT_NE(path, nullptr) << "run by `./run test --real`, which fetches the file";
  const auto files = FindModelFiles(path);
  ASSERT_THAT(files, IsOk());
  const auto a = ReadArchitecture(*files);
  ASSERT_THAT(a, IsOk());
  auto weights = OpenWeights(*files);
  ASSERT_THAT(weights, IsOk());
  numeric::ThreadPool pool(2, UseOneInnerThread);
  auto decoder = StreamDecoder::Create(*a, *std::move(weights), {.pool = &pool});
  ASSERT_THAT(decoder, IsOk());

  const auto expected = tensor_io::SafetensorsFile::Open(std::string("tests/data/smollm2/") +
                                                         GetParam().name + ".safetensors");
  ASSERT_THAT(expected, IsOk());
  const auto ids = Values<int64_t>(*expected, "input_ids");
  const auto count = static_cast<int64_t>(ids.size());
  const TokenSequences tokens{ids, {0, count}};
  std::vector<float> states(static_cast<size_t>(count * kWidth));
  ASSERT_THAT((*decoder)->Embed(tokens, absl::MakeSpan(states)), IsOk());
  Comparison comparison(*expected);
  ASSERT_THAT((*decoder)->RunLayers(tokens, 0, kLayers, absl::MakeSpan(states), comparison),
              IsOk());
  EXPECT_TRUE(comparison.rows_compared() == 0 || comparison.rows_compared() == 8 * 2 * kLayers);

  std::vector<double> losses(static_cast<size_t>(count));
  ASSERT_THAT((*decoder)->Head(tokens, states, {.losses = absl::MakeSpan(losses)}), IsOk());
  const std::vector<float> nll = Values<float>(*expected, "token_nll");
  double sum = 0;
  for (size_t i = 0; i < nll.size(); ++i) {
    EXPECT_NEAR(losses[i], nll[i], 1e-3) << "token " << i + 1;
    sum += losses[i];
  }
  EXPECT_NEAR(sum / static_cast<double>(nll.size()), GetParam().loss, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(All, RealStatesTest,
                         testing::Values(Passage{"prose", 3.838575},
                                         Passage{"code_numbers", 3.075884},
                                         Passage{"multilingual", 3.588413}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace widthlab::model
