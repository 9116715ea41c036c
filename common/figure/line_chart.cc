#include "common/figure/line_chart.h"

#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/figure/number_text.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

struct Scales {
  const LineChart& chart;
  const Scale& x;
  const Scale& y;

  bool Draws(const Point& p) const { return Drawable(chart.x, p.x) && Drawable(chart.y, p.y); }
};

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

void DrawPoint(SvgWriter& svg, const Scales& scales, size_t index, const Point& p) {
  const double x = scales.x.At(p.x);
  svg.Open("g");
  svg.Text("title", {}, HoverText(scales.chart, scales.chart.series[index], p));
  if (HasError(scales.chart, p)) {
    svg.Leaf("line", {{"class", "wf-error"},
                      {"x1", x},
                      {"y1", scales.y.At(p.low)},
                      {"x2", x},
                      {"y2", scales.y.At(p.high)}});
  }
  DrawMarker(svg, index, x, scales.y.At(p.y));
  svg.Close();
}

void DrawSeries(SvgWriter& svg, const Scales& scales, size_t index) {
  const Series& series = scales.chart.series[index];
  const std::string path = LinePath(scales, series);
  if (path.empty()) return;
  svg.Open("g", {{"class", SeriesClass(index)}});
  svg.Leaf("path", {{"class", "wf-line"}, {"stroke-dasharray", SeriesDash(index)}, {"d", path}});
  if (series.points.size() <= scales.chart.most_markers) {
    for (const Point& p : series.points) {
      if (scales.Draws(p)) DrawPoint(svg, scales, index, p);
    }
  }
  svg.Close();
}

std::vector<std::string> Names(const LineChart& chart) {
  std::vector<std::string> names;
  for (const Series& series : chart.series) names.push_back(series.name);
  return names;
}

}  // namespace

std::string DrawLineChart(const LineChart& chart) {
  std::vector<double> xs;
  std::vector<double> ys;
  for (const Series& series : chart.series) {
    for (const Point& p : series.points) {
      xs.push_back(p.x);
      ys.insert(ys.end(), {p.y, p.low, p.high});
    }
  }
  const double room = LabelRoom(MakeScale(chart.y, ys, {1, 0}));
  Frame frame(chart.caption, chart.size, Names(chart), room, !chart.x.label.empty());
  const Box& plot = frame.plot();
  const Scale x = MakeScale(chart.x, xs, {plot.left, plot.right});
  const Scale y = MakeScale(chart.y, ys, {plot.bottom, plot.top});
  frame.DrawYAxis(chart.y, y);
  frame.DrawXAxis(chart.x, x);
  const Scales scales{chart, x, y};
  bool any = false;
  for (const Series& series : chart.series) any = any || !LinePath(scales, series).empty();
  if (!any) frame.DrawNote("no data");
  for (size_t i = 0; i < chart.series.size(); ++i) DrawSeries(frame.svg(), scales, i);
  return frame.Finish();
}

}  // namespace widthlab::figure
