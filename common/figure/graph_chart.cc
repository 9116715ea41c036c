#include "common/figure/graph_chart.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/figure/number_text.h"
#include "common/figure/text_layout.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

constexpr double kBoxHeight = 40;
constexpr double kRowGap = 14;
constexpr double kColumnGap = 36;
constexpr double kLeastBoxWidth = 84;
constexpr double kMostBoxWidth = 220;
constexpr double kMargin = 16;
constexpr double kTop = 48;
constexpr double kBareTop = 8;

std::string Fitted(const std::string& text) { return FitText(text, kFontSize, kMostBoxWidth - 20); }

// Left edges and widths of the columns, and how tall the tallest is.
struct Grid {
  std::vector<double> left;
  std::vector<double> width;
  std::vector<size_t> rows;
  size_t most_rows = 1;
  double top = kTop;
};

Grid MakeGrid(const GraphChart& chart, const std::vector<GraphPlace>& places) {
  Grid grid;
  grid.top = chart.bare ? kBareTop : kTop;
  for (size_t i = 0; i < places.size(); ++i) {
    const GraphPlace& place = places[i];
    if (place.column >= grid.width.size()) {
      grid.width.resize(place.column + 1, kLeastBoxWidth);
      grid.rows.resize(place.column + 1, 0);
    }
    const double text = std::max(TextWidth(Fitted(chart.nodes[i].title), kFontSize),
                                 TextWidth(Fitted(chart.nodes[i].subtitle), kFontSize));
    grid.width[place.column] = std::max(grid.width[place.column], text + 20);
    grid.rows[place.column] = std::max(grid.rows[place.column], place.row + 1);
    grid.most_rows = std::max(grid.most_rows, place.row + 1);
  }
  double left = kMargin;
  for (double width : grid.width) {
    grid.left.push_back(left);
    left += width + kColumnGap;
  }
  return grid;
}

// Columns are centred.
Box BoxOf(const Grid& grid, const GraphPlace& place) {
  const double left = grid.left[place.column];
  const double free_rows = static_cast<double>(grid.most_rows - grid.rows[place.column]);
  const double row = static_cast<double>(place.row) + free_rows / 2;
  const double top = grid.top + row * (kBoxHeight + kRowGap);
  return {left, top, left + grid.width[place.column], top + kBoxHeight};
}

void DrawEdge(SvgWriter& svg, const Box& from, const Box& to) {
  const double y1 = (from.top + from.bottom) / 2;
  const double y2 = (to.top + to.bottom) / 2;
  const double bend = (to.left - from.right) / 2;
  const auto point = [](double x, double y) {
    return absl::StrCat(CoordinateText(x), " ", CoordinateText(y), " ");
  };
  svg.Leaf("path",
           {{"class", "wf-axis"},
            {"fill", "none"},
            {"d", absl::StrCat("M", point(from.right, y1), "C", point(from.right + bend, y1),
                               point(to.left - bend, y2), point(to.left - 1, y2))}});
  svg.Leaf("path", {{"class", "wf-axis"},
                    {"fill", "none"},
                    {"d", absl::StrCat("M", point(to.left - 7, y2 - 4), "L", point(to.left - 1, y2),
                                       "L", point(to.left - 7, y2 + 4))}});
}

void DrawNode(SvgWriter& svg, const GraphNode& node, const Box& box) {
  svg.Open("g");
  svg.Text("title", {},
           node.hover.empty() ? absl::StrCat(node.title, " ", node.subtitle) : node.hover);
  svg.Leaf("rect", {{"class", node.focus ? "wf-box wf-focus" : "wf-box"},
                    {"x", box.left},
                    {"y", box.top},
                    {"width", box.right - box.left},
                    {"height", box.bottom - box.top},
                    {"rx", 5}});
  const double x = (box.left + box.right) / 2;
  const bool one_line = node.subtitle.empty();
  svg.Text("text",
           {{"class", "wf-text"},
            {"text-anchor", "middle"},
            {"x", x},
            {"y", box.top + (one_line ? 24 : 17)}},
           Fitted(node.title));
  if (!one_line) {
    svg.Text(
        "text",
        {{"class", "wf-text wf-note"}, {"text-anchor", "middle"}, {"x", x}, {"y", box.top + 32}},
        Fitted(node.subtitle));
  }
  svg.Close();
}

}  // namespace

Drawing DrawGraphChart(const GraphChart& chart) {
  const std::vector<GraphPlace> places = LayOutGraph(chart.nodes.size(), chart.edges);
  const Grid grid = MakeGrid(chart, places);
  const double right = grid.left.empty() ? 300 : grid.left.back() + grid.width.back();
  const double title = 2 * kMargin + TextWidth(chart.caption.title, 1.1 * kTitleSize);
  const Canvas canvas{.width = std::max(right + kMargin, chart.bare ? 0 : title),
                      .height = (chart.bare ? 16 : 28) +
                                static_cast<double>(grid.most_rows) * (kBoxHeight + kRowGap),
                      .bare = chart.bare};
  Frame frame(chart.caption, canvas, {});
  if (chart.nodes.empty()) frame.DrawNote("no data");
  for (const GraphEdge& edge : chart.edges) {
    DrawEdge(frame.svg(), BoxOf(grid, places[edge.from]), BoxOf(grid, places[edge.to]));
  }
  for (size_t i = 0; i < chart.nodes.size(); ++i) {
    DrawNode(frame.svg(), chart.nodes[i], BoxOf(grid, places[i]));
  }
  return frame.Finish();
}

}  // namespace widthlab::figure
