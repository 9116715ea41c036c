#include "common/figure/interval_chart.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/figure/number_text.h"
#include "common/figure/text_layout.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

constexpr double kRowHeight = 40;
// Of many rows.
constexpr double kLowRowHeight = 30;
constexpr size_t kManyRows = 16;
constexpr double kMostNameRoom = 0.45;  // of the width

bool HasInterval(const IntervalChart& chart, const IntervalRow& row) {
  return Drawable(chart.x, row.low) && Drawable(chart.x, row.high);
}

double NameRoom(const IntervalChart& chart) {
  double widest = 0;
  for (const IntervalRow& row : chart.rows) {
    widest = std::max({widest, TextWidth(row.name, kFontSize), TextWidth(row.note, kFontSize)});
  }
  return std::min(widest + 14, kMostNameRoom * chart.canvas.width);
}

std::string HoverText(const IntervalChart& chart, const IntervalRow& row) {
  std::string text = absl::StrCat(row.name, ": ", ValueText(row.estimate));
  if (HasInterval(chart, row)) {
    absl::StrAppend(&text, " (", ValueText(row.low), " to ", ValueText(row.high), ")");
  }
  return text;
}

void DrawRow(SvgWriter& svg, const IntervalChart& chart, const Scale& x, size_t index, double y) {
  const IntervalRow& row = chart.rows[index];
  const size_t style = row.style.value_or(index);
  svg.Open("g", {{"class", SeriesClass(style)}});
  svg.Text("title", {}, HoverText(chart, row));
  if (HasInterval(chart, row)) {
    svg.Leaf("line", {{"class", "wf-line"},
                      {"x1", x.At(row.low)},
                      {"y1", y},
                      {"x2", x.At(row.high)},
                      {"y2", y}});
  }
  for (double value : row.values) {
    if (!Drawable(chart.x, value)) continue;
    svg.Open("g");
    svg.Text("title", {}, absl::StrCat(row.name, ": ", ValueText(value)));
    svg.Leaf("circle", {{"class", "wf-seed"}, {"cx", x.At(value)}, {"cy", y + 8}, {"r", 2.5}});
    svg.Close();
  }
  if (Drawable(chart.x, row.estimate)) DrawMarker(svg, style, x.At(row.estimate), y);
  svg.Close();
}

void DrawName(SvgWriter& svg, const IntervalRow& row, double right, double y, double room) {
  svg.Text("text",
           {{"class", "wf-text"},
            {"text-anchor", "end"},
            {"x", right - 10},
            {"y", row.note.empty() ? y + 4 : y - 2}},
           FitName(row.name, kFontSize, room));
  if (row.note.empty()) return;
  svg.Text("text",
           {{"class", "wf-text wf-note"}, {"text-anchor", "end"}, {"x", right - 10}, {"y", y + 12}},
           FitText(row.note, kFontSize, room));
}

// The band and the reference line, cut to the plot.
void DrawReference(Frame& frame, const IntervalChart& chart, const Scale& x) {
  if (!chart.reference.has_value() || !x.Contains(*chart.reference)) return;
  const Box& plot = frame.plot();
  const auto within = [&](double value) { return x.At(std::clamp(value, x.low(), x.high())); };
  if (chart.band.has_value()) {
    const double left = within(*chart.reference - *chart.band);
    const double right = within(*chart.reference + *chart.band);
    frame.svg().Leaf("rect", {{"class", "wf-band"},
                              {"x", left},
                              {"y", plot.top},
                              {"width", right - left},
                              {"height", plot.bottom - plot.top}});
  }
  frame.svg().Leaf("line", {{"class", "wf-axis"},
                            {"stroke-dasharray", "4 3"},
                            {"x1", x.At(*chart.reference)},
                            {"y1", plot.top},
                            {"x2", x.At(*chart.reference)},
                            {"y2", plot.bottom}});
}

std::vector<double> Values(const IntervalChart& chart) {
  std::vector<double> values;
  if (chart.reference.has_value()) values.push_back(*chart.reference);
  for (const IntervalRow& row : chart.rows) {
    values.insert(values.end(), {row.estimate, row.low, row.high});
    values.insert(values.end(), row.values.begin(), row.values.end());
  }
  return values;
}

}  // namespace

Drawing DrawIntervalChart(const IntervalChart& chart) {
  const size_t rows = std::max<size_t>(chart.rows.size(), 1);
  const double row_height = rows > kManyRows ? kLowRowHeight : kRowHeight;
  Canvas canvas = chart.canvas;
  canvas.height =
      HeightAround(canvas, !chart.x.label.empty()) + row_height * static_cast<double>(rows);
  const double room = NameRoom(chart);
  Frame frame(chart.caption, canvas, {.left_room = room, .has_x_label = !chart.x.label.empty()});
  const Box& plot = frame.plot();
  const Scale x = MakeScale(chart.x, Values(chart), {plot.left, plot.right});
  frame.DrawXAxis(chart.x, x);
  SvgWriter& svg = frame.svg();
  DrawReference(frame, chart, x);
  if (chart.rows.empty()) frame.DrawNote("no data");
  const double step = (plot.bottom - plot.top) / static_cast<double>(rows);
  for (size_t i = 0; i < chart.rows.size(); ++i) {
    const double y = plot.top + step * (static_cast<double>(i) + 0.5) - 2;
    DrawName(svg, chart.rows[i], plot.left, y, room - 12);
    DrawRow(svg, chart, x, i, y);
  }
  return frame.Finish();
}

}  // namespace widthlab::figure
