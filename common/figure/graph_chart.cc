#include "common/figure/graph_chart.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/figure/graph_lanes.h"
#include "common/figure/number_text.h"
#include "common/figure/text_layout.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

constexpr double kBoxHeight = 40;
constexpr double kRowGap = 14;
constexpr double kLaneHeight = 12;  // with the gap below
constexpr double kColumnGap = 36;
constexpr double kLeastBoxWidth = 84;
constexpr double kMostBoxWidth = 220;
constexpr double kMargin = 16;
constexpr double kTop = 48;
constexpr double kBareTop = 8;

std::string Fitted(const std::string& text) { return FitText(text, kFontSize, kMostBoxWidth - 20); }

// Where every node is drawn, lanes as boxes without height, and what all of them need.
struct Plan {
  std::vector<Box> boxes;
  double right = 300;
  double height = kBoxHeight + kRowGap;
};

struct Column {
  double left = 0;
  double width = kLeastBoxWidth;
  std::vector<size_t> nodes;  // from the top
};

std::vector<Column> ColumnsOf(const GraphChart& chart, const std::vector<GraphPlace>& places) {
  std::vector<Column> columns;
  for (size_t i = 0; i < places.size(); ++i) {
    if (places[i].column >= columns.size()) columns.resize(places[i].column + 1);
    Column& column = columns[places[i].column];
    column.nodes.resize(std::max(column.nodes.size(), places[i].row + 1));
    column.nodes[places[i].row] = i;
    if (i >= chart.nodes.size()) continue;
    const double text = std::max(TextWidth(Fitted(chart.nodes[i].title), kFontSize),
                                 TextWidth(Fitted(chart.nodes[i].subtitle), kFontSize));
    column.width = std::max(column.width, text + 20);
  }
  double left = kMargin;
  for (Column& column : columns) {
    column.left = left;
    left += column.width + kColumnGap;
  }
  return columns;
}

// Columns are centred.
Plan MakePlan(const GraphChart& chart, const std::vector<GraphPlace>& places) {
  Plan plan;
  plan.boxes.resize(places.size());
  const auto slot = [&](size_t node) {
    return node < chart.nodes.size() ? kBoxHeight + kRowGap : kLaneHeight;
  };
  const auto height = [&](const Column& column) {
    double sum = 0;
    for (const size_t node : column.nodes) sum += slot(node);
    return sum;
  };
  const std::vector<Column> columns = ColumnsOf(chart, places);
  for (const Column& column : columns) plan.height = std::max(plan.height, height(column));
  for (const Column& column : columns) {
    plan.right = column.left + column.width;
    double top = (chart.bare ? kBareTop : kTop) + (plan.height - height(column)) / 2;
    for (const size_t node : column.nodes) {
      const bool lane = node >= chart.nodes.size();
      const double y = lane ? top + (kLaneHeight - kRowGap) / 2 : top;
      plan.boxes[node] = {column.left, y, plan.right, lane ? y : y + kBoxHeight};
      top += slot(node);
    }
  }
  return plan;
}

// With a head where it ends at a box.
void DrawEdge(SvgWriter& svg, const Box& from, const Box& to) {
  const double y1 = (from.top + from.bottom) / 2;
  const double y2 = (to.top + to.bottom) / 2;
  const double bend = (to.left - from.right) / 2;
  const auto point = [](double x, double y) {
    return absl::StrCat(CoordinateText(x), " ", CoordinateText(y), " ");
  };
  const bool lane = to.top == to.bottom;
  const double end = lane ? to.left : to.left - 1;
  std::string path = absl::StrCat("M", point(from.right, y1), "C", point(from.right + bend, y1),
                                  point(to.left - bend, y2), point(end, y2));
  if (lane) absl::StrAppend(&path, "H", CoordinateText(to.right));
  svg.Leaf("path", {{"class", "wf-axis"}, {"fill", "none"}, {"d", path}});
  if (lane) return;
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
  const LanedGraph graph = AddLanes(chart.nodes.size(), chart.edges);
  const Plan plan = MakePlan(chart, LayOutGraph(graph.nodes, graph.edges));
  const double title = 2 * kMargin + TextWidth(chart.caption.title, 1.1 * kTitleSize);
  const Canvas canvas{.width = std::max(plan.right + kMargin, chart.bare ? 0 : title),
                      .height = (chart.bare ? 16 : 28) + plan.height,
                      .bare = chart.bare};
  Frame frame(chart.caption, canvas, {});
  if (chart.nodes.empty()) frame.DrawNote("no data");
  for (const GraphEdge& edge : graph.edges) {
    DrawEdge(frame.svg(), plan.boxes[edge.from], plan.boxes[edge.to]);
  }
  for (size_t i = 0; i < chart.nodes.size(); ++i) {
    DrawNode(frame.svg(), chart.nodes[i], plan.boxes[i]);
  }
  return frame.Finish();
}

}  // namespace widthlab::figure
