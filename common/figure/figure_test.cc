#include <limits>
#include <string>
#include <vector>

#include "common/figure/heat_chart.h"
#include "common/figure/interval_chart.h"
#include "common/figure/line_chart.h"
#include "common/figure/markup.h"
#include "common/figure/number_text.h"
#include "common/figure/panels.h"
#include "common/figure/scale.h"
#include "common/figure/stack_chart.h"
#include "common/figure/text_layout.h"
#include "common/figure/theme.h"
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

TEST(MarkupTest, TextCannotBreakOut) {
  EXPECT_EQ(EscapeMarkup("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
  EXPECT_EQ(EscapeMarkup(std::string_view("\0x\xff", 3)), "\xEF\xBF\xBDx\xEF\xBF\xBD");
  EXPECT_EQ(EscapeMarkup("a\tb\n\x1b\x7f"), "a\tb\n\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(EscapeMarkup("\xE2\x82\xAC"), "\xE2\x82\xAC");
  EXPECT_EQ(EscapeMarkup("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // a surrogate
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
  const std::string svg = DrawLineChart(TwoLines()).svg;
  EXPECT_THAT(svg, HasSubstr("<title>Widths &lt;by layer&gt;</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>Two schedules.</desc>"));
  EXPECT_THAT(svg, HasSubstr("<title>uniform, layer 1: 512</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>guided, layer 0: 640 (600 to 680)</title>"));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(LineChartTest, AMissingPointLeavesAGap) {
  const std::string svg = DrawLineChart(TwoLines()).svg;
  EXPECT_THAT(svg, Not(HasSubstr("guided, layer 1")));
  const size_t second = svg.rfind("class=\"wf-line\"");
  const std::string path = svg.substr(svg.find("d=\"", second));
  EXPECT_EQ(path.substr(0, path.find('"', 3)).find('L'), std::string::npos);
}

TEST(LineChartTest, EqualChartsGiveEqualBytes) {
  EXPECT_EQ(DrawLineChart(TwoLines()).svg, DrawLineChart(TwoLines()).svg);
}

TEST(LineChartTest, NoDataIsSaid) {
  EXPECT_THAT(DrawLineChart({.caption = {"Empty", ""}, .x = {}, .y = {}, .series = {}}).svg,
              HasSubstr("no data"));
}

TEST(LineChartTest, ManySeriesShareOneEntryOfTheLegend) {
  LineChart chart = TwoLines();
  for (const char* name : {"a", "b", "c"}) {
    chart.series.push_back({.name = name, .points = {{0, 1}}, .emphasis = Emphasis::kMuted});
  }
  const std::string svg = DrawLineChart(chart).svg;
  EXPECT_THAT(svg, HasSubstr(">3 more</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>b, layer 0: 1</title>"));
  EXPECT_THAT(svg, Not(HasSubstr(">b</text>")));
}

TEST(LineChartTest, ALongSeriesAnswersThePointerAtItsEnd) {
  LineChart chart = TwoLines();
  chart.series.resize(1);
  for (int x = 0; x < 1000; ++x) chart.series[0].points.push_back({1.0 * x, 1});
  chart.series[0].points.push_back({1000, 7});
  const std::string svg = DrawLineChart(chart).svg;
  EXPECT_THAT(svg, HasSubstr("<title>uniform, layer 1000: 7</title>"));
  EXPECT_THAT(svg, Not(HasSubstr("<title>uniform, layer 999: ")));
}

TEST(CanvasTest, ABareFigureLeavesStyleTitleAndBackgroundToItsPage) {
  LineChart chart = TwoLines();
  chart.canvas.bare = true;
  const std::string svg = DrawLineChart(chart).svg;
  for (const char* absent : {"<style>", "wf-bg", "wf-title"})
    EXPECT_THAT(svg, Not(HasSubstr(absent)));
  EXPECT_THAT(svg, HasSubstr("<title>Widths &lt;by layer&gt;</title>"));
}

TEST(CanvasTest, TheLegendAddsWhatItNeeds) {
  LineChart chart = TwoLines();
  const double height = DrawLineChart(chart).height;
  for (int i = 0; i < 30; ++i) chart.series.push_back({"a series of some length", {{0, 1}}});
  EXPECT_GT(DrawLineChart(chart).height, height + 9 * 18);
}

// Parts of 1 and 3 of a whole of 4, on an axis from 0 to 4 and a little.
TEST(StackChartTest, PartsStandEndToEnd) {
  StackChart chart{.caption = {"Parameters", ""},
                   .x = {.label = "parameters", .high = 4},
                   .parts = {"attention", "FFN"},
                   .rows = {{"a", {1, 3}}, {"b", {kNan, 4}}}};
  const std::string svg = DrawStackChart(chart).svg;
  EXPECT_THAT(svg, HasSubstr("<title>a, attention: 1 of 4</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>a, FFN: 3 of 4</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>b, FFN: 4 of 4</title>"));
  EXPECT_THAT(svg, Not(HasSubstr("b, attention")));
  // The keys of bars are bars.
  EXPECT_THAT(svg, Not(HasSubstr("class=\"wf-line\"")));
}

TEST(HeatChartTest, TwiceAsMuchIsAsFarAsHalf) {
  EXPECT_EQ(HeatClass(-1), "wf-h0");
  EXPECT_EQ(HeatClass(0), "wf-h4");
  EXPECT_EQ(HeatClass(7), "wf-h8");
  HeatChart chart{
      .caption = {"Widths", ""}, .x_label = "layer", .middle = 64, .rows = {{"a", {32, 128}}}};
  const std::string svg = DrawHeatChart(chart).svg;
  EXPECT_THAT(svg, HasSubstr("<title>a, layer 0: 32</title>"));
  EXPECT_THAT(svg, HasSubstr(">0.5\xC3\x97</text>"));
  EXPECT_THAT(svg, HasSubstr(">2\xC3\x97</text>"));
}

TEST(HeatChartTest, EqualNeighboursAreOneMark) {
  HeatChart chart{.caption = {"Widths", ""},
                  .x_label = "layer",
                  .middle = 64,
                  .rows = {{"a", {64, 64, 64, 0, kNan}}}};
  const std::string svg = DrawHeatChart(chart).svg;
  EXPECT_THAT(svg, HasSubstr("<title>a, layer 0 to 2: 64</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>a, layer 3: 0</title>"));
  EXPECT_THAT(svg, Not(HasSubstr("layer 4")));
}

TEST(PanelsTest, AreAsWideAsTheWidestAndBelowEachOther) {
  LineChart chart = TwoLines();
  chart.canvas = {.width = 500, .height = 200, .bare = true};
  const Drawing one = DrawLineChart(chart);
  const Drawing both = DrawPanels({"Work", ""}, {{"shift", one}, {"topology", one}});
  EXPECT_EQ(both.width, 500);
  EXPECT_GT(both.height, 2 * one.height);
  EXPECT_THAT(both.svg, HasSubstr(">topology</text>"));
}

TEST(TextLayoutTest, CutsBetweenCharacters) {
  EXPECT_EQ(FitText("abc", 10, 100), "abc");
  EXPECT_EQ(FitText("\xC3\xA4\xC3\xA4\xC3\xA4", 10, 18), "\xC3\xA4\xE2\x80\xA6");
  EXPECT_GT(TextWidth("WWW", 10), TextWidth("iii", 10));
}

TEST(TextLayoutTest, NamesKeepBothEnds) {
  EXPECT_EQ(FitName("short", 10, 100), "short");
  const std::string name = FitName("sweep/geometry_guided/seed_17", 10, 90);
  EXPECT_THAT(name, testing::StartsWith("sweep/"));
  EXPECT_THAT(name, testing::EndsWith("_17"));
  EXPECT_LE(TextWidth(name, 10), 90);
  // Cut between the bytes of a character, neither end would be text.
  EXPECT_EQ(EscapeMarkup(FitName("\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", 10, 20)),
            "\xC3\xA4\xE2\x80\xA6");
}

TEST(TextLayoutTest, WrapsBetweenWords) {
  EXPECT_THAT(WrapText("one two three", 10, 50), testing::ElementsAre("one two", "three"));
  EXPECT_TRUE(WrapText("", 10, 50).empty());
}

TEST(IntervalChartTest, RowsShowEstimateIntervalAndSeeds) {
  IntervalChart chart{
      .caption = {"Difference", ""}, .x = {.label = "nats"}, .reference = 0, .rows = {}};
  chart.rows.push_back({"cosine_taper", -0.5, -1, 0.25, {-0.5, -0.25}, "inconclusive"});
  chart.rows.push_back({"other", 0.5, kNan, kNan});
  const std::string svg = DrawIntervalChart(chart).svg;
  EXPECT_THAT(svg, HasSubstr("<title>cosine_taper: -0.5 (-1 to 0.25)</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>cosine_taper: -0.25</title>"));
  EXPECT_THAT(svg, HasSubstr(">inconclusive</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>other: 0.5</title>"));
}

}  // namespace
}  // namespace widthlab::figure
