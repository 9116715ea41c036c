#include <limits>
#include <string>
#include <vector>

#include "common/figure/bar_chart.h"
#include "common/figure/interval_chart.h"
#include "common/figure/line_chart.h"
#include "common/figure/number_text.h"
#include "common/figure/scale.h"
#include "common/figure/svg_writer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::figure {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(NumberTextTest, CoordinatesAreShortAndStable) {
  EXPECT_EQ(CoordinateText(3), "3");
  EXPECT_EQ(CoordinateText(2.5), "2.5");
  EXPECT_EQ(CoordinateText(1.0 / 3), "0.33");
  EXPECT_EQ(CoordinateText(-0.001), "0");
}

TEST(NumberTextTest, ValuesKeepWhatAReaderNeeds) {
  EXPECT_EQ(ValueText(1234567), "1234567");
  EXPECT_EQ(ValueText(2.0 / 3), "0.666667");
  EXPECT_EQ(ValueText(kNan), "NaN");
}

TEST(NumberTextTest, TicksHaveAsManyDecimalsAsTheirStep) {
  EXPECT_EQ(TickText(0.5, 0.25), "0.50");
  EXPECT_EQ(TickText(12000, 4000), "12k");
  EXPECT_EQ(TickText(1.5e6, 5e5), "1500k");
  EXPECT_EQ(TickText(2e7, 5e6), "20M");
  EXPECT_EQ(TickText(1e-17, 0.1), "0");
  EXPECT_EQ(TickText(400, 100), "400");
}

std::vector<double> Values(const Scale& scale) {
  std::vector<double> values;
  for (const Tick& tick : scale.ticks()) values.push_back(tick.value);
  return values;
}

TEST(ScaleTest, LinearTicksAreRound) {
  const Scale scale = Scale::Linear(0, 10, {0, 100});
  EXPECT_EQ(scale.At(2.5), 25);
  EXPECT_THAT(Values(scale), testing::ElementsAre(0, 2, 4, 6, 8, 10));
}

TEST(ScaleTest, WholeTicksAreWhole) {
  EXPECT_THAT(Values(Scale::Linear(0, 2, {0, 1}, true)), testing::ElementsAre(0, 1, 2));
}

TEST(ScaleTest, LogarithmicTicksArePowersOfTen) {
  const Scale scale = Scale::Logarithmic(1, 1e6, {0, 60});
  EXPECT_NEAR(scale.At(1000), 30, 1e-12);
  EXPECT_EQ(Values(scale).size(), 7u);
}

TEST(ScaleTest, EqualEndsAreWidened) {
  const Scale scale = Scale::Linear(5, 5, {0, 100});
  EXPECT_EQ(scale.At(5), 50);
}

TEST(SvgWriterTest, TextCannotBreakOut) {
  EXPECT_EQ(EscapeXml("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
  EXPECT_EQ(EscapeXml(std::string_view("\0x\xff", 3)), "\xEF\xBF\xBDx\xEF\xBF\xBD");
  EXPECT_EQ(EscapeXml("\xE2\x82\xAC"), "\xE2\x82\xAC");
  EXPECT_EQ(EscapeXml("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // a surrogate
}

LineChart TwoLines() {
  LineChart chart{.caption = {"Widths <by layer>", "Two schedules."},
                  .x = {.label = "layer", .whole = true},
                  .y = {.label = "hidden units"},
                  .series = {}};
  chart.series.push_back({"uniform", {{0, 512}, {1, 512}, {2, 512}}});
  chart.series.push_back({"guided", {{0, 640, 600, 680}, {1, kNan}, {2, 384}}});
  return chart;
}

TEST(LineChartTest, NamesEveryValueAndEscapesTitles) {
  const std::string svg = DrawLineChart(TwoLines());
  EXPECT_THAT(svg, HasSubstr("<title>Widths &lt;by layer&gt;</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>Two schedules.</desc>"));
  EXPECT_THAT(svg, HasSubstr("<title>uniform, layer 1: 512</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>guided, layer 0: 640 (600 to 680)</title>"));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(LineChartTest, AMissingPointLeavesAGap) {
  const std::string svg = DrawLineChart(TwoLines());
  EXPECT_THAT(svg, Not(HasSubstr("guided, layer 1")));
  const size_t second = svg.rfind("class=\"wf-line\"");
  const std::string path = svg.substr(svg.find("d=\"", second));
  EXPECT_EQ(path.substr(0, path.find('"', 3)).find('L'), std::string::npos);
}

TEST(LineChartTest, EqualChartsGiveEqualBytes) {
  EXPECT_EQ(DrawLineChart(TwoLines()), DrawLineChart(TwoLines()));
}

TEST(LineChartTest, NoDataIsSaid) {
  EXPECT_THAT(DrawLineChart({.caption = {"Empty", ""}, .x = {}, .y = {}, .series = {}}),
              HasSubstr("no data"));
}

TEST(BarChartTest, BarsStartAtZero) {
  BarChart chart{
      .caption = {"Loss", ""}, .y = {.label = "nats"}, .categories = {"a", "b"}, .series = {}};
  chart.series.push_back({"seed 1", {{2, 1.9, 2.1}, {kNan}}});
  const std::string svg = DrawBarChart(chart);
  EXPECT_THAT(svg, HasSubstr("<title>seed 1, a: 2 (1.9 to 2.1)</title>"));
  EXPECT_THAT(svg, Not(HasSubstr("seed 1, b")));
  EXPECT_THAT(svg, HasSubstr(">0</text>"));
}

TEST(IntervalChartTest, RowsShowEstimateIntervalAndSeeds) {
  IntervalChart chart{
      .caption = {"Difference", ""}, .x = {.label = "nats"}, .reference = 0, .rows = {}};
  chart.rows.push_back({"cosine_taper", -0.5, -1, 0.25, {-0.5, -0.25}, "inconclusive"});
  chart.rows.push_back({"other", 0.5, kNan, kNan});
  const std::string svg = DrawIntervalChart(chart);
  EXPECT_THAT(svg, HasSubstr("<title>cosine_taper: -0.5 (-1 to 0.25)</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>cosine_taper: -0.25</title>"));
  EXPECT_THAT(svg, HasSubstr(">inconclusive</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>other: 0.5</title>"));
}

}  // namespace
}  // namespace widthlab::figure
