#include "common/figure/heat_chart.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/figure/number_text.h"
#include "common/figure/text_layout.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

constexpr double kRowHeight = 18;
constexpr double kKeyHeight = 24;
constexpr double kKeyCell = 16;
constexpr double kKeyTextRoom = 40;
constexpr int kKeyCells = 9;
constexpr double kMostNameRoom = 0.35;  // of the width
constexpr double kLeastRange = 1.25;    // so that rounding does not look like a difference

// Largest ratio to the middle, either way, among the values above 0.
double Range(const HeatChart& chart) {
  double range = kLeastRange;
  for (const HeatRow& row : chart.rows) {
    for (const double value : row.values) {
      if (!std::isfinite(value) || value <= 0) continue;
      range = std::max({range, value / chart.middle, chart.middle / value});
    }
  }
  return range;
}

double Share(double value, double middle, double range) {
  return value <= 0 ? -1 : std::log(value / middle) / std::log(range);
}

double NameRoom(const HeatChart& chart) {
  double widest = 0;
  for (const HeatRow& row : chart.rows) {
    widest = std::max(widest, TextWidth(row.name, kFontSize));
  }
  return std::min(widest + 12, kMostNameRoom * chart.canvas.width);
}

void DrawRow(SvgWriter& svg, const HeatChart& chart, const HeatRow& row, double range,
             const Scale& x, double top) {
  for (size_t begin = 0; begin < row.values.size();) {
    const double value = row.values[begin];
    size_t end = begin + 1;
    while (end < row.values.size() && row.values[end] == value) ++end;
    if (std::isfinite(value)) {
      const std::string where =
          end - begin == 1 ? absl::StrCat(begin) : absl::StrCat(begin, " to ", end - 1);
      const double left = x.At(static_cast<double>(begin) - 0.5);
      const double width = x.At(static_cast<double>(end) - 0.5) - left;
      svg.Open("path",
               {{"class", HeatClass(Share(value, chart.middle, range))},
                {"d", absl::StrCat("M", CoordinateText(left), " ", CoordinateText(top), "h",
                                   CoordinateText(width), "v", CoordinateText(kRowHeight - 2), "h",
                                   CoordinateText(-width), "z")}});
      svg.Text("title", {},
               absl::StrCat(row.name, ", ", chart.x_label, " ", where, ": ", ValueText(value)));
      svg.Close();
    }
    begin = end;
  }
}

// What the colours mean: the ends, as multiples of the middle.
void DrawKey(SvgWriter& svg, const Box& plot, double range) {
  const double left = plot.left + kKeyTextRoom;
  for (int i = 0; i < kKeyCells; ++i) {
    svg.Leaf("rect", {{"class", HeatClass(2.0 * i / (kKeyCells - 1) - 1)},
                      {"x", left + kKeyCell * i},
                      {"y", plot.top},
                      {"width", kKeyCell},
                      {"height", 12}});
  }
  const auto times = [](double ratio) { return absl::StrFormat("%.2g\xC3\x97", ratio); };
  svg.Text("text",
           {{"class", "wf-text"}, {"text-anchor", "end"}, {"x", left - 6}, {"y", plot.top + 10}},
           times(1 / range));
  svg.Text("text",
           {{"class", "wf-text"}, {"x", left + kKeyCell * kKeyCells + 6}, {"y", plot.top + 10}},
           times(range));
}

double Columns(const HeatChart& chart) {
  size_t columns = 1;
  for (const HeatRow& row : chart.rows) columns = std::max(columns, row.values.size());
  return static_cast<double>(columns);
}

}  // namespace

Drawing DrawHeatChart(const HeatChart& chart) {
  const size_t rows = std::max<size_t>(chart.rows.size(), 1);
  Canvas canvas = chart.canvas;
  canvas.height = HeightAround(canvas, !chart.x_label.empty()) + kKeyHeight +
                  kRowHeight * static_cast<double>(rows);
  const double room = NameRoom(chart);
  Frame frame(chart.caption, canvas, {.left_room = room, .has_x_label = !chart.x_label.empty()});
  const Box& plot = frame.plot();
  const Scale x = Scale::Linear(-0.5, Columns(chart) - 0.5, {plot.left, plot.right}, true);
  const double range = Range(chart);
  SvgWriter& svg = frame.svg();
  DrawKey(svg, plot, range);
  if (chart.rows.empty()) frame.DrawNote("no data");
  for (size_t i = 0; i < chart.rows.size(); ++i) {
    const double top = plot.top + kKeyHeight + kRowHeight * static_cast<double>(i);
    svg.Text("text",
             {{"class", "wf-text"}, {"text-anchor", "end"}, {"x", plot.left - 8}, {"y", top + 12}},
             FitName(chart.rows[i].name, kFontSize, room - 10));
    DrawRow(svg, chart, chart.rows[i], range, x, top);
  }
  frame.DrawXTicks(x);
  frame.DrawXLabel(chart.x_label);
  return frame.Finish();
}

}  // namespace widthlab::figure
