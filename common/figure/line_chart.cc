#include "common/figure/line_chart.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/figure/number_text.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

// Above this many points a series is a line without markers.
constexpr size_t kMostMarkers = 48;
// Places of a long or muted series that answer the pointer.
constexpr size_t kMostHits = 100;
constexpr size_t kMostMutedHits = 25;

struct Scales {
  const LineChart& chart;
  const Scale& x;
  const Scale& y;

  bool Draws(const Point& p) const { return Drawable(chart.x, p.x) && Drawable(chart.y, p.y); }
};

size_t StyleOf(const LineChart& chart, size_t index) {
  return chart.series[index].style.value_or(index);
}

bool HasError(const LineChart& chart, const Point& p) {
  return Drawable(chart.y, p.low) && Drawable(chart.y, p.high);
}

std::string HoverText(const LineChart& chart, const Series& series, const Point& p) {
  std::string text =
      absl::StrCat(series.name, ", ", chart.x.label, " ", ValueText(p.x), ": ", ValueText(p.y));
  if (HasError(chart, p)) {
    absl::StrAppend(&text, " (", ValueText(p.low), " to ", ValueText(p.high), ")");
  }
  return text;
}

// One path, broken where a point is missing.
std::string LinePath(const Scales& scales, const Series& series) {
  std::string path;
  bool pen_down = false;
  for (const Point& p : series.points) {
    if (!scales.Draws(p)) {
      pen_down = false;
      continue;
    }
    absl::StrAppend(&path, pen_down ? "L" : "M", CoordinateText(scales.x.At(p.x)), " ",
                    CoordinateText(scales.y.At(p.y)));
    pen_down = true;
  }
  return path;
}

void DrawPoint(SvgWriter& svg, const Scales& scales, size_t index, const Point& p, bool marked) {
  const double x = scales.x.At(p.x);
  const double y = scales.y.At(p.y);
  svg.Open("g");
  svg.Text("title", {}, HoverText(scales.chart, scales.chart.series[index], p));
  if (HasError(scales.chart, p)) {
    svg.Leaf("line", {{"class", "wf-error"},
                      {"x1", x},
                      {"y1", scales.y.At(p.low)},
                      {"x2", x},
                      {"y2", scales.y.At(p.high)}});
  }
  if (marked) {
    DrawMarker(svg, StyleOf(scales.chart, index), x, y);
  } else {
    svg.Leaf("circle", {{"class", "wf-hit"}, {"cx", x}, {"cy", y}, {"r", 4}});
  }
  svg.Close();
}

void DrawPoints(SvgWriter& svg, const Scales& scales, size_t index) {
  const Series& series = scales.chart.series[index];
  const bool normal = series.emphasis == Emphasis::kNormal;
  const bool marked = normal && series.points.size() <= kMostMarkers;
  const size_t most = normal ? kMostHits : kMostMutedHits;
  const size_t stride = std::max<size_t>(1, (series.points.size() + most - 1) / most);
  for (size_t i = 0; i < series.points.size(); ++i) {
    // The last one always answers: it is the one that counts.
    if (i % stride != 0 && i + 1 != series.points.size()) continue;
    if (scales.Draws(series.points[i])) DrawPoint(svg, scales, index, series.points[i], marked);
  }
}

void DrawSeries(SvgWriter& svg, const Scales& scales, size_t index) {
  const Series& series = scales.chart.series[index];
  const std::string path = LinePath(scales, series);
  if (path.empty()) return;
  const size_t style = StyleOf(scales.chart, index);
  svg.Open("g", {{"class", ClassOf(style, series.emphasis)}});
  svg.Leaf(
      "path",
      {{"class", "wf-line"}, {"stroke-dasharray", DashOf(style, series.emphasis)}, {"d", path}});
  DrawPoints(svg, scales, index);
  svg.Close();
}

// One entry a series, one for all muted ones; none where there is nothing to tell apart.
std::vector<LegendEntry> Legend(const LineChart& chart) {
  std::vector<LegendEntry> legend;
  size_t muted = 0;
  for (size_t i = 0; i < chart.series.size(); ++i) {
    const Series& series = chart.series[i];
    if (series.emphasis == Emphasis::kMuted) {
      ++muted;
    } else {
      legend.push_back({series.name, StyleOf(chart, i), series.emphasis});
    }
  }
  if (muted > 0) {
    legend.push_back({absl::StrCat(muted, " more"), 0, Emphasis::kMuted});
  }
  return legend;
}

void DrawReference(Frame& frame, const Scale& y, double at) {
  if (!y.Contains(at)) return;
  frame.svg().Leaf("line", {{"class", "wf-axis"},
                            {"stroke-dasharray", "4 3"},
                            {"x1", frame.plot().left},
                            {"y1", y.At(at)},
                            {"x2", frame.plot().right},
                            {"y2", y.At(at)}});
}

}  // namespace

Drawing DrawLineChart(const LineChart& chart) {
  std::vector<double> xs;
  std::vector<double> ys;
  for (const Series& series : chart.series) {
    for (const Point& p : series.points) {
      xs.push_back(p.x);
      ys.insert(ys.end(), {p.y, p.low, p.high});
    }
  }
  if (chart.reference.has_value()) ys.push_back(*chart.reference);
  const double room = LabelRoom(MakeScale(chart.y, ys, {1, 0}), chart.y.label);
  Frame frame(chart.caption, chart.canvas,
              {.legend = Legend(chart), .left_room = room, .has_x_label = !chart.x.label.empty()});
  const Box& plot = frame.plot();
  const Scale x = MakeScale(chart.x, xs, {plot.left + 6, plot.right - 6});
  const Scale y = MakeScale(chart.y, ys, {plot.bottom, plot.top});
  frame.DrawYAxis(chart.y, y);
  frame.DrawXAxis(chart.x, x);
  if (chart.reference.has_value()) DrawReference(frame, y, *chart.reference);
  const Scales scales{chart, x, y};
  bool any = false;
  for (const Series& series : chart.series) any = any || !LinePath(scales, series).empty();
  if (!any) frame.DrawNote("no data");
  for (const Emphasis layer : {Emphasis::kMuted, Emphasis::kReference, Emphasis::kNormal}) {
    for (size_t i = 0; i < chart.series.size(); ++i) {
      if (chart.series[i].emphasis == layer) DrawSeries(frame.svg(), scales, i);
    }
  }
  return frame.Finish();
}

}  // namespace widthlab::figure
